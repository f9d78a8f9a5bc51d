import { createHash } from "node:crypto";
import { IllegalStateError } from "@temporalio/common";
import {
  DefaultLogger,
  makeTelemetryFilterString,
  NativeConnection,
  Runtime,
  Worker,
  type RuntimeOptions,
} from "@temporalio/worker";
import type { Logger } from "pino";
import { createActivities } from "../../activities/create-activities.ts";
import { defineAgents } from "../../activities/define-agents.ts";
import { keptAgents } from "../../activities/kept-agents.ts";
import { notice, NoticeError, type Notice } from "../../contract/service/notices.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import type { ModelClient } from "../../llm/model-client.ts";
import { createOpenAiModel } from "../../llm/openai-model.ts";
import { connectionOptions, reach, type TemporalPlace } from "../../temporal/connection/connect.ts";
import { createDataConverter } from "../../temporal/connection/payloads/data-converter.ts";
import { withDeadline } from "../../temporal/connection/with-deadline.ts";
import {
  toolPlugins,
  WORKER_HEARTBEAT_MS,
} from "../../temporal/connection/workers/worker-presence.ts";
import {
  codeOptions,
  deploymentOptions,
  readWorkerVersions,
} from "../../temporal/connection/workers/worker-versions.ts";
import { openPrivateFolder } from "../../temporal/machine/private-folder.ts";
import { openArtifacts } from "../artifacts.ts";
import { assertUsable } from "../assert-usable.ts";
import type { LoadedConfig } from "../config.ts";
import { openSecrets } from "../keys.ts";
import { startTracing } from "../tracing.ts";
import { watchCodes } from "./watch-codes.ts";
import { FORCED_AFTER_SECONDS } from "./worker-file.ts";
import { loadWorkflowBundle } from "./workflow-bundle.ts";

/** Memos of plans with many open holds are larger than the 2 KiB at which Temporal warns. */
const MEMO_WARN_BYTES = 16 * 1024;

/** Who asks whether a worker is ready waits for a second, by Kubernetes' default. */
const CONNECTED_MS = 700;

export interface WorkerOptions {
  readonly config: LoadedConfig;
  readonly place: TemporalPlace;
  readonly taskQueue?: string;
  /** Which build's plans it takes; any build's when absent, and nobody is kept from old histories. */
  readonly buildId?: string;
  /** How many plans stay in memory; others are replayed when something happens to them. */
  readonly maxCachedWorkflows?: number;
  /** What was loaded before; it is loaded now when absent. */
  readonly parts?: WorkerParts;
  /** Told when workers without a build run different code, and when they no longer do. */
  readonly onNotice?: (said: Notice) => void;
  /** Who answers models' turns, in place of the configured server: a script, in tests. */
  readonly model?: ModelClient;
}

function configuredModel({ models, modelScript }: LoadedConfig): ModelClient | null {
  if (modelScript !== null) return modelScript;
  return models === null ? null : createOpenAiModel(models, process.env);
}

export interface RunningWorker {
  /** The build that plans went to when it started; null: workers without one. */
  readonly current: string | null;
  /** Whether Temporal answers it at the moment. Never rejects. */
  isConnected(): Promise<boolean>;
  /** How many todos it runs at the moment. */
  running(): number;
  /** Settles when the worker has stopped; rejects when it broke. */
  readonly stopped: Promise<void>;
  /** Lets running todos go on elsewhere and stops. */
  stop(): Promise<void>;
}

/**
 * Prepares a process for workers, once and before the first: they say every second that they live,
 * so that the API knows within two when there is none.
 * @param log what Temporal's SDK has to say goes there; else it is text on standard error.
 * @throws NoticeError when the address for metrics cannot be listened at.
 */
export function prepareWorkers(
  { worker_metrics }: Pick<LoadedConfig, "worker_metrics">,
  log?: Logger,
): void {
  const options: RuntimeOptions = {
    ...(log !== undefined && { logger: toTemporalLogger(log) }),
    workerHeartbeatInterval: WORKER_HEARTBEAT_MS,
    telemetryOptions: {
      // What the native part has to say goes the same way; it is text on standard error else.
      ...(log !== undefined && {
        logging: { filter: NATIVE_LOGS, forward: {} },
      }),
      ...(worker_metrics !== undefined && {
        metrics: { prometheus: { bindAddress: worker_metrics } },
      }),
    },
  };
  try {
    Runtime.install(options);
  } catch (error) {
    const why = NO_METRICS.exec((error as Error).message)?.[1];
    if (worker_metrics === undefined || why === undefined) throw error;
    const said = notice("metrics_address_taken", { address: worker_metrics, why });
    throw new NoticeError(said, { cause: error });
  }
}

/** As Temporal's core says that it cannot listen there. */
const NO_METRICS = /prometheus metrics exporter: (.+)$/;

/** Undoes `prepareWorkers` where no worker came of it: what forwards logs would keep the process. */
export async function unprepareWorkers(): Promise<void> {
  await Runtime.instance().shutdown();
}

/** For a process that goes through histories and works for nobody: the SDK says only what is wrong. */
export function prepareReplays(): void {
  Runtime.install({ logger: new DefaultLogger("ERROR") });
}

const NATIVE_LOGS = makeTelemetryFilterString({ core: "WARN", other: "ERROR" });

/** Temporal's way to log, into lines of JSON. */
function toTemporalLogger(log: Logger): DefaultLogger {
  return new DefaultLogger("INFO", ({ level, message, meta }) =>
    log[LEVELS[level]]({ ...meta }, message),
  );
}

const LEVELS = {
  TRACE: "trace",
  DEBUG: "debug",
  INFO: "info",
  WARN: "warn",
  ERROR: "error",
} as const;

/** What a worker needs besides Temporal. */
export type WorkerParts = Awaited<ReturnType<typeof loadWorkerParts>>;

/** Loads what a worker needs besides Temporal, which takes most of the time. */
export async function loadWorkerParts({ config, model }: Pick<WorkerOptions, "config" | "model">) {
  await openPrivateFolder(config.dataDir);
  const artifacts = await openArtifacts(config);
  const tracing = await startTracing(config.traces, "holdpoint-worker");
  // What follows plans for webhooks would else take all the time that running todos have to end.
  const stopping = new AbortController();
  const dataConverter = createDataConverter(artifacts, config.encryptionKeys);
  const workflowBundle = await loadWorkflowBundle({
    plugins: tracing.plugins,
    failureConverterPath: dataConverter.failureConverterPath,
  });
  const activities = createActivities(config.tools.list(), {
    artifacts,
    secrets: await openSecrets(config),
    workspaces: config.workspacesDir,
    webhooksAllow: config.webhooks.allow,
    stopping: stopping.signal,
    model: model ?? configuredModel(config),
    agents: config.agents,
    keptAgents,
    agentDefinitions: defineAgents(config.agents, config.tools.list()),
    ...(config.models !== null && { minConfidence: config.models.planning.min_confidence }),
  });
  return { tracing, stopping, dataConverter, workflowBundle, activities };
}

/** What this code's workers are called when nobody names them: by the code that replays plans. */
export function ownBuildId({ workflowBundle }: Pick<WorkerParts, "workflowBundle">): string {
  return createHash("sha256").update(workflowBundle.code).digest("hex").slice(0, 12);
}

/**
 * Whether a worker that has drained only could not be taken apart: Temporal's core lets go of its last
 * answer a moment after it has told that it is sent. Nothing is left to do then.
 */
function isReleasedLate(error: unknown): boolean {
  return error instanceof IllegalStateError && error.message.startsWith("Worker still in use");
}

/**
 * Starts a worker for plans and tools. It is polling when this resolves.
 * @throws NoticeError with what to do when Temporal does not answer, or is not set up.
 */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { place, parts = await loadWorkerParts(options) } = options;
  const { tracing, stopping, ...loaded } = parts;
  const { connection: connect, namespace } = connectionOptions(place);
  const limits = { payloadLimits: { memoWarnSize: MEMO_WARN_BYTES } };
  const connection = await reach(connect, () =>
    NativeConnection.connect({ ...connect, ...limits }),
  );
  let current: string | null;
  try {
    await assertUsable(connection, options);
    ({ current } = await readWorkerVersions(connection, namespace));
    if (current !== null && options.buildId === undefined && options.taskQueue === undefined) {
      const said = notice("needs_build", { build: current });
      throw new NoticeError(said, { fix: "holdpoint worker --versioned" });
    }
  } catch (error) {
    await connection.close();
    throw error;
  }
  const taskQueue = options.taskQueue ?? TEMPORAL_NAMES.task_queue;
  const code = ownBuildId(loaded);
  const worker = await Worker.create({
    workerDeploymentOptions:
      options.buildId === undefined ? codeOptions(code) : deploymentOptions(options.buildId),
    plugins: [
      ...tracing.plugins,
      ...toolPlugins(options.config.tools.list().map(({ name }) => name)),
    ],
    connection,
    namespace,
    taskQueue,
    ...loaded,
    maxCachedWorkflows: options.maxCachedWorkflows ?? options.config.worker_cached_plans,
    // A killed worker's queue is given up after this; the default of 10 s is a long stop for people.
    stickyQueueScheduleToStartTimeout: "2s",
    // Heartbeats carry a tool's progress one way and its cancellation the other.
    maxHeartbeatThrottleInterval: "1s",
    shutdownGraceTime: `${options.config.worker_drain_seconds}s`,
    shutdownForceTime: `${options.config.worker_drain_seconds + FORCED_AFTER_SECONDS}s`,
  });
  const watch =
    options.buildId === undefined &&
    watchCodes({ connection, namespace, taskQueue, own: code, onNotice: options.onNotice });
  const stopped = (async () => {
    try {
      await worker.run();
    } catch (error) {
      if (!isReleasedLate(error)) throw error;
    } finally {
      if (watch) await watch.stop();
      await connection.close();
      await tracing.stop();
    }
  })();
  return {
    stopped,
    current,
    isConnected: () =>
      withDeadline(connection, CONNECTED_MS, () =>
        connection.workflowService.getSystemInfo({}),
      ).then(
        () => true,
        () => false,
      ),
    running: () => worker.getStatus().numInFlightActivities,
    async stop() {
      stopping.abort();
      if (worker.getState() === "RUNNING") worker.shutdown();
      await stopped;
    },
  };
}

import { NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { createActivities } from "../../activities/create-activities.ts";
import { notice, NoticeError } from "../../contract/service/notices.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import type { ModelClient } from "../../llm/model-client.ts";
import { defineAgents } from "../../activities/define-agents.ts";
import { keptAgents } from "../../activities/kept-agents.ts";
import { createOpenAiModel } from "../../llm/openai-model.ts";
import { createArtifactStore } from "../../temporal/connection/payloads/artifact-store.ts";
import { connectionOptions, type TemporalPlace } from "../../temporal/connection/connect.ts";
import { createDataConverter } from "../../temporal/connection/payloads/data-converter.ts";
import { openPrivateFolder } from "../../temporal/machine/private-folder.ts";
import { sealArtifacts } from "../../temporal/connection/payloads/sealed-artifacts.ts";
import { WORKER_HEARTBEAT_MS } from "../../temporal/connection/worker-presence.ts";
import type { LoadedConfig } from "../config.ts";
import { openSecrets } from "../keys.ts";
import { startTracing } from "../tracing.ts";
import { loadWorkflowBundle } from "./workflow-bundle.ts";

/** Memos of plans with many open holds are larger than the 2 KiB at which Temporal warns. */
const MEMO_WARN_BYTES = 16 * 1024;

export interface WorkerOptions {
  readonly config: LoadedConfig;
  readonly place: TemporalPlace;
  readonly taskQueue?: string;
  /** How many plans stay in memory; others are replayed when something happens to them. */
  readonly maxCachedWorkflows?: number;
  /** What was loaded before; it is loaded now when absent. */
  readonly parts?: WorkerParts;
  /** Who answers models' turns, in place of the configured server: a script, in tests. */
  readonly model?: ModelClient;
}

function configuredModel({ models, modelScript }: LoadedConfig): ModelClient | null {
  if (modelScript !== null) return modelScript;
  return models === null ? null : createOpenAiModel(models, process.env);
}

export interface RunningWorker {
  /** Settles when the worker has stopped; rejects when it broke. */
  readonly stopped: Promise<void>;
  /** Lets running todos go on elsewhere and stops. */
  stop(): Promise<void>;
}

/**
 * Prepares a process for workers, once and before the first: they say every second that they live,
 * so that the API knows within two when there is none.
 */
export function prepareWorkers({ workerMetrics }: Pick<LoadedConfig, "workerMetrics">): void {
  Runtime.install({
    workerHeartbeatInterval: WORKER_HEARTBEAT_MS,
    ...(workerMetrics !== undefined && {
      telemetryOptions: { metrics: { prometheus: { bindAddress: workerMetrics } } },
    }),
  });
}

/** What a worker needs besides Temporal. */
export type WorkerParts = Awaited<ReturnType<typeof loadWorkerParts>>;

/** Loads what a worker needs besides Temporal, which takes most of the time. */
export async function loadWorkerParts({ config, model }: Pick<WorkerOptions, "config" | "model">) {
  await openPrivateFolder(config.dataDir);
  const artifacts = sealArtifacts(createArtifactStore(config.artifactsDir), config.encryptionKeys);
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
    webhooksAllow: config.webhooksAllow,
    stopping: stopping.signal,
    model: model ?? configuredModel(config),
    agents: config.agents,
    keptAgents,
    agentDefinitions: defineAgents(config.agents, config.tools.list()),
    ...(config.models !== null && { minConfidence: config.models.planning.min_confidence }),
  });
  return { tracing, stopping, dataConverter, workflowBundle, activities };
}

/**
 * Starts a worker for plans and tools. It is polling when this resolves.
 * @throws NoticeError with what to do when Temporal does not answer.
 */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { place, parts = await loadWorkerParts(options) } = options;
  const { tracing, stopping, ...loaded } = parts;
  const { connection: connect, namespace } = connectionOptions(place);
  const limits = { payloadLimits: { memoWarnSize: MEMO_WARN_BYTES } };
  const connection = await NativeConnection.connect({ ...connect, ...limits }).catch(
    (cause: Error) => {
      const address = connect.address ?? "localhost:7233";
      const said = notice("no_temporal_to_work_for", { address, why: cause.message });
      throw new NoticeError(said, { cause });
    },
  );
  const worker = await Worker.create({
    plugins: tracing.plugins,
    connection,
    namespace,
    taskQueue: options.taskQueue ?? TEMPORAL_NAMES.task_queue,
    ...loaded,
    maxCachedWorkflows: options.maxCachedWorkflows ?? 500,
    // A killed worker's queue is given up after this; the default of 10 s is a long stop for people.
    stickyQueueScheduleToStartTimeout: "2s",
    // Heartbeats carry a tool's progress one way and its cancellation the other.
    maxHeartbeatThrottleInterval: "1s",
    shutdownGraceTime: "5s",
    shutdownForceTime: "15s",
  });
  const stopped = (async () => {
    try {
      await worker.run();
    } finally {
      await connection.close();
      await tracing.stop();
    }
  })();
  return {
    stopped,
    async stop() {
      stopping.abort();
      if (worker.getState() === "RUNNING") worker.shutdown();
      await stopped;
    },
  };
}

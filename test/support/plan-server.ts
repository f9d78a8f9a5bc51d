import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, Connection } from "@temporalio/client";
import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { NativeConnection, Worker } from "@temporalio/worker";
import type { OwnActivities } from "../../src/activities/activity-types.ts";
import type { AgentDeps } from "../../src/activities/agents.ts";
import { createActivities } from "../../src/activities/create-activities.ts";
import { createPlanGateway } from "../../src/api/gateway/plan-gateway.ts";
import { NewPlanSchema, type NewPlanInput } from "../../src/contract/plan/plan.ts";
import { english } from "../../src/contract/sentences/sentence.ts";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";
import type { ModelClient } from "../../src/llm/model-client.ts";
import { withToolMarks } from "../../src/plan/create/create.ts";
import { createPlan } from "../../src/plan/create/create.ts";
import type { PlanState } from "../../src/plan/model/state/state.ts";
import type { Tracing } from "../../src/runtime/tracing.ts";
import { loadWorkflowBundle } from "../../src/runtime/workers/workflow-bundle.ts";
import {
  createArtifactStore,
  type ArtifactStore,
} from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createDataConverter } from "../../src/temporal/connection/payloads/data-converter.ts";
import { NO_KEYS } from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { createSecrets } from "../../src/temporal/connection/payloads/secrets.ts";
import type { Tool } from "../../src/tools/define-tool.ts";
import { toolMarks } from "../../src/tools/registry.ts";
import type { planWorkflow } from "../../src/workflows/plan.workflow.ts";
import { createStartedPlan, type StartedPlan } from "./started-plan.ts";

/** A Temporal, and the folder where its workers keep artifacts. */
interface Place {
  readonly client: Client;
  readonly native: NativeConnection;
  readonly namespace: string;
  /** Address for the Temporal CLI; absent on the time-skipping server. */
  readonly address?: string;
  readonly artifacts: ArtifactStore;
  readonly folder: string;
  close(): Promise<void>;
}

/** Told of a worker's start, with what stops it. */
export type WorkerBegan = (stop: () => Promise<void>) => void;

/** A place where plans can be started and worked on. */
export interface PlanServer extends Place {
  /** A worker on a task queue of its own. */
  startWorker(tools: readonly Tool[], options?: PlanWorkerOptions): Promise<PlanWorker>;
  /** A task queue on which plans can be started before anybody works on it. */
  queue(tools: readonly Tool[], options?: PlanWorkerOptions): IdleWorker;
}

export interface PlanWorkerOptions {
  /** What traces what the worker does. */
  readonly plugins?: Tracing["plugins"];
  readonly maxCachedWorkflows?: number;
  /** The queue of another worker, whose place it takes or shares. */
  readonly taskQueue?: string;
  /** How many tools it runs at once. */
  readonly slots?: number;
  /** How long a tool may tidy up that is told to stop. */
  readonly tidyingMs?: number;
  /** Where tools and the log's archive keep things, in place of the server's own. */
  readonly artifacts?: ArtifactStore;
  /** Who answers models' turns. */
  readonly model?: ModelClient;
  /** The agents that this worker knows, and the model behind them. */
  readonly agents?: AgentDeps["agentDefinitions"];
  readonly modelTurn?: ModelClient["turn"];
  /** Activities of a worker of another version, which answers what it likes. */
  readonly odd?: Partial<Record<keyof OwnActivities, () => Promise<unknown>>>;
}

export interface StartOptions {
  /** Makes the plan continue as new once its history has so many events. */
  readonly history_events?: number;
}

export interface IdleWorker {
  readonly taskQueue: string;
  /** Starts a plan as the API does; it is durable when this resolves. */
  start(plan: NewPlanInput, options?: StartOptions): Promise<StartedPlan>;
  /** The state that `start` would give to the workflow. */
  stateOf(plan: NewPlanInput): PlanState;
  /** A plan that is started by other means. */
  find(planId: string): StartedPlan;
  run(): Promise<PlanWorker>;
}

export interface PlanWorker extends Omit<IdleWorker, "run"> {
  /** Repeating it is harmless. */
  stop(): Promise<void>;
}

/** A running dev server as a place for plans. @param began told of every worker that starts. */
export async function connectPlanServer(
  place: { address: string; namespace: string },
  began: WorkerBegan,
): Promise<PlanServer> {
  const { address, namespace } = place;
  const folder = await mkdtemp(join(tmpdir(), "holdpoint-plans-"));
  const artifacts = createArtifactStore(join(folder, "artifacts"));
  const connection = await Connection.connect({ address });
  const native = await NativeConnection.connect({ address });
  const dataConverter = createDataConverter(artifacts);
  const client = new Client({ connection, namespace, dataConverter });
  const close = async (): Promise<void> => {
    await native.close();
    await connection.close();
    await rm(folder, { recursive: true, force: true });
  };
  return createPlanServer({ client, native, namespace, address, artifacts, folder, close }, began);
}

/** A time-skipping server as a place for plans. */
export async function toPlanServer(
  environment: TestWorkflowEnvironment,
  began: WorkerBegan,
): Promise<PlanServer> {
  const folder = await mkdtemp(join(tmpdir(), "holdpoint-plans-"));
  const artifacts = createArtifactStore(join(folder, "artifacts"));
  const { client, nativeConnection: native } = environment;
  const close = async (): Promise<void> => {
    await environment.teardown();
    await rm(folder, { recursive: true, force: true });
  };
  const namespace = "default";
  return createPlanServer({ client, native, namespace, artifacts, folder, close }, began);
}

function createPlanServer(place: Place, began: WorkerBegan): PlanServer {
  const queue: PlanServer["queue"] = (tools, options = {}) =>
    createIdleWorker(place, tools, options, began);
  return { ...place, queue, startWorker: (tools, options) => queue(tools, options).run() };
}

function createIdleWorker(
  place: Place,
  tools: readonly Tool[],
  options: PlanWorkerOptions,
  began: WorkerBegan,
): IdleWorker {
  const { client, native, namespace, artifacts, folder } = place;
  const taskQueue = options.taskQueue ?? `test-${randomUUID()}`;
  const marks = toolMarks(tools);
  const gateway = createPlanGateway(client, taskQueue, { toolMarks: marks });
  const find = (id: string) => createStartedPlan(client, gateway, id);
  const idle: Omit<IdleWorker, "run"> = {
    taskQueue,
    find,
    stateOf: (plan) => toState(plan),
    async start(plan, { history_events } = {}) {
      const state = withToolMarks(toState(plan), marks);
      if (history_events === undefined) await gateway.start(state);
      else {
        await client.workflow.start<typeof planWorkflow>(TEMPORAL_NAMES.plan_workflow, {
          workflowId: TEMPORAL_NAMES.plan_prefix + state.id,
          taskQueue,
          args: [{ state, history_events }],
        });
      }
      return find(state.id);
    },
  };
  return { ...idle, run };

  async function run(): Promise<PlanWorker> {
    const worker = await Worker.create({
      connection: native,
      namespace,
      taskQueue,
      workflowBundle: await loadWorkflowBundle({ plugins: options.plugins ?? [] }),
      plugins: options.plugins ?? [],
      activities: {
        ...createActivities(tools, {
          secrets: createSecrets(NO_KEYS),
          artifacts: options.artifacts ?? artifacts,
          workspaces: join(folder, "workspaces"),
          ...(options.tidyingMs !== undefined && { tidyingMs: options.tidyingMs }),
          model: options.model ?? (options.modelTurn ? { turn: options.modelTurn } : null),
          ...(options.agents && { agentDefinitions: options.agents }),
        }),
        ...options.odd,
      },
      dataConverter: createDataConverter(artifacts),
      ...(options.maxCachedWorkflows !== undefined && {
        maxCachedWorkflows: options.maxCachedWorkflows,
      }),
      ...(options.slots !== undefined && { maxConcurrentActivityTaskExecutions: options.slots }),
      // The workflows' sandbox without a thread of its own, which takes longer to begin than most tests.
      debugMode: true,
      // As the product's own worker, but a test's end waits for nobody.
      stickyQueueScheduleToStartTimeout: "3s",
      maxHeartbeatThrottleInterval: "1s",
      shutdownGraceTime: "10ms",
      shutdownForceTime: "10s",
    });
    const stopped = worker.run();
    const stop = async (): Promise<void> => {
      if (worker.getState() === "RUNNING") worker.shutdown();
      await stopped;
    };
    began(stop);
    return { ...idle, stop };
  }
}

/** Failures that ask nobody: tests of other things see what a failure alone does. */
const STAY_FAILED: NewPlanInput["failure"] = {
  timeout: { action: "RETRY", fallback: "FAIL" },
  api_error: { action: "RETRY", fallback: "FAIL" },
  validation_error: { action: "FAIL" },
};

function toState(plan: NewPlanInput): PlanState {
  const checked = NewPlanSchema.parse({ failure: STAY_FAILED, ...plan });
  const created = createPlan(checked, {
    id: checked.id ?? `t${randomUUID().replaceAll("-", "")}`,
    owner: "tester",
    at: new Date().toISOString(),
  });
  if ("problem" in created) throw new Error(english(created.problem.detail));
  return created.state;
}

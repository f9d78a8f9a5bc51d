import { join } from "node:path";
import { NativeConnection, Worker, type WorkerOptions } from "@temporalio/worker";
import { createActivities } from "../../src/activities/create-activities.ts";
import type { AgentDefinition } from "../../src/contract/agent.ts";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import { createOpenAiModel } from "../../src/llm/openai-model.ts";
import { loadWorkflowBundle } from "../../src/runtime/workers/workflow-bundle.ts";
import { createArtifactStore } from "../../src/temporal/connection/payloads/artifact-store.ts";
import { createDataConverter } from "../../src/temporal/connection/payloads/data-converter.ts";
import { NO_KEYS } from "../../src/temporal/connection/payloads/encryption-keys.ts";
import { createSecrets } from "../../src/temporal/connection/payloads/secrets.ts";
import type { Tool } from "../../src/tools/define-tool.ts";

/** Where the worker of another process works, with which model, and where it keeps things. */
export interface OwnProcessWorker {
  readonly address: string;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly modelUrl: string;
  readonly folder: string;
}

/** Who started this process has said where its worker works. */
export const GIVEN = JSON.parse(process.argv[2] ?? "{}") as OwnProcessWorker;

const artifacts = () => createArtifactStore(join(GIVEN.folder, "artifacts"));

/** What the worker of this process runs; tests put their own in the place of some of it. */
export function ownActivities(
  tools: readonly Tool[],
  agentDefinitions: Readonly<Record<string, AgentDefinition>> = {},
) {
  const settings = ModelSettingsSchema.parse({
    base_url: `${GIVEN.modelUrl}/v1`,
    key_variable: null,
    model: "gpt-4o",
  });
  return createActivities(tools, {
    artifacts: artifacts(),
    workspaces: join(GIVEN.folder, "workspaces"),
    secrets: createSecrets(NO_KEYS),
    model: createOpenAiModel(settings, {}),
    agentDefinitions,
  });
}

/** The worker of this process, which polls once it is run. */
export async function createOwnWorker(
  options: Pick<WorkerOptions, "maxConcurrentActivityTaskExecutions"> & {
    readonly activities: object;
  },
): Promise<Worker> {
  return Worker.create({
    ...options,
    connection: await NativeConnection.connect({ address: GIVEN.address }),
    namespace: GIVEN.namespace,
    taskQueue: GIVEN.taskQueue,
    workflowBundle: await loadWorkflowBundle(),
    dataConverter: createDataConverter(artifacts()),
    stickyQueueScheduleToStartTimeout: "1s",
    maxHeartbeatThrottleInterval: "1s",
  });
}

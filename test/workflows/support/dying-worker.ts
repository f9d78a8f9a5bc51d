import { rmSync } from "node:fs";
import { join } from "node:path";
import { NativeConnection, Worker } from "@temporalio/worker";
import { createActivities } from "../../../src/activities/create-activities.ts";
import { ModelSettingsSchema } from "../../../src/llm/model-settings.ts";
import { createOpenAiModel } from "../../../src/llm/openai-model.ts";
import { loadWorkflowBundle } from "../../../src/runtime/workers/workflow-bundle.ts";
import { createArtifactStore } from "../../../src/temporal/connection/payloads/artifact-store.ts";
import { createDataConverter } from "../../../src/temporal/connection/payloads/data-converter.ts";
import { NO_KEYS } from "../../../src/temporal/connection/payloads/encryption-keys.ts";
import { createSecrets } from "../../../src/temporal/connection/payloads/secrets.ts";
import { echo } from "../../support/plan-tools.ts";

/** Where the worker of another process works, with which model, and where it keeps things. */
export interface DyingWorker {
  readonly address: string;
  readonly namespace: string;
  readonly taskQueue: string;
  readonly modelUrl: string;
  readonly folder: string;
}

/*
 * A worker in a process of its own. Where its folder holds `die-<turn>`, or `die-replan-<turn>`, it is
 * gone the moment that turn's answer has been kept, and before Temporal hears of it.
 */
const given = JSON.parse(process.argv[2]!) as DyingWorker;
const artifacts = createArtifactStore(join(given.folder, "artifacts"));
const settings = ModelSettingsSchema.parse({
  base_url: `${given.modelUrl}/v1`,
  key_variable: null,
  model: "gpt-4o",
});
const activities = createActivities([echo], {
  secrets: createSecrets(NO_KEYS),
  artifacts,
  workspaces: join(given.folder, "workspaces"),
  model: createOpenAiModel(settings, {}),
});
const { "holdpoint.plan_goal": plan, "holdpoint.replan": replan } = activities;

/** Dies if the folder holds this file; else hands on what has been thought. */
async function unlessDying<Thought>(file: string, thought: Thought): Promise<Thought> {
  try {
    rmSync(join(given.folder, file));
  } catch {
    return thought;
  }
  process.kill(process.pid, "SIGKILL");
  return new Promise<never>(() => undefined);
}
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address: given.address }),
  namespace: given.namespace,
  taskQueue: given.taskQueue,
  workflowBundle: await loadWorkflowBundle(),
  dataConverter: createDataConverter(artifacts),
  activities: {
    ...activities,
    "holdpoint.plan_goal": async (asked: Parameters<typeof plan>[0]) =>
      unlessDying(`die-${asked.turn}`, await plan(asked)),
    "holdpoint.replan": async (asked: Parameters<typeof replan>[0]) =>
      unlessDying(`die-replan-${asked.turn}`, await replan(asked)),
  },
  stickyQueueScheduleToStartTimeout: "1s",
  maxHeartbeatThrottleInterval: "1s",
});
process.send?.("ready");
await worker.run();

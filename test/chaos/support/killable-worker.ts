import { once } from "node:events";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DefaultLogger, NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { createActivities } from "../../../src/activities/create-activities.ts";
import { ModelSettingsSchema } from "../../../src/llm/model-settings.ts";
import { createOpenAiModel } from "../../../src/llm/openai-model.ts";
import { loadWorkflowBundle } from "../../../src/runtime/workers/workflow-bundle.ts";
import { createArtifactStore } from "../../../src/temporal/connection/payloads/artifact-store.ts";
import { createDataConverter } from "../../../src/temporal/connection/payloads/data-converter.ts";
import { NO_KEYS } from "../../../src/temporal/connection/payloads/encryption-keys.ts";
import { createSecrets } from "../../../src/temporal/connection/payloads/secrets.ts";
import { anyTool } from "../../support/plan-tools.ts";
import { agentOf } from "../../support/scripted-agent.ts";
import type { KillableWorker, Moment } from "./killable-workers.ts";

/*
 * A worker in a process of its own, which stops at each moment that matters and goes on when it is told
 * to: whoever started it may kill it exactly there. It is loaded first, and polls when it is told to.
 */
Runtime.install({ logger: new DefaultLogger("ERROR") });
const given = JSON.parse(process.argv[2]!) as KillableWorker;
const ledger = join(given.folder, "ledger.jsonl");
const goOn = new Map<number, () => void>();
let asked = 0;
process.on("message", (said: { goOn?: number }) => goOn.get(said.goOn ?? -1)?.());

function moment(at: Moment["at"], key: string): Promise<void> {
  const id = (asked += 1);
  return new Promise((resolve) => {
    goOn.set(id, resolve);
    process.send?.({ at, key, id } satisfies Moment);
  });
}

const lines = (): string[] => (existsSync(ledger) ? readFileSync(ledger, "utf8").split("\n") : []);

/** Does what it is called for once for each key, as tools with effects should. */
const effect = anyTool("effect", async (_args, { idempotency_key: key }) => {
  await moment("tool begins", key);
  appendFileSync(ledger, `${lines().includes(`done ${key}`) ? "seen" : "done"} ${key}\n`);
  await moment("tool has done it", key);
  return { done: key };
});

const artifacts = createArtifactStore(join(given.folder, "artifacts"));
const settings = ModelSettingsSchema.parse({
  base_url: `${given.modelUrl}/v1`,
  key_variable: null,
  model: "gpt-4o",
});
const activities = createActivities([effect], {
  artifacts,
  workspaces: join(given.folder, "workspaces"),
  secrets: createSecrets(NO_KEYS),
  model: createOpenAiModel(settings, {}),
  agentDefinitions: { writer: agentOf(["effect"]) },
});
const modelTurn = activities["holdpoint.model_turn"];
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address: given.address }),
  namespace: given.namespace,
  taskQueue: given.taskQueue,
  workflowBundle: await loadWorkflowBundle(),
  dataConverter: createDataConverter(artifacts),
  activities: {
    ...activities,
    async "holdpoint.model_turn"(request: Parameters<typeof modelTurn>[0]) {
      const answer = await modelTurn(request);
      await moment("answer is kept", request.turn_key);
      return answer;
    },
  },
  // The others of its queue wait for the next worker, and not for its heartbeats.
  maxConcurrentActivityTaskExecutions: 2,
  stickyQueueScheduleToStartTimeout: "1s",
  maxHeartbeatThrottleInterval: "1s",
});
process.send?.("ready");
await once(process, "message");
await worker.run();

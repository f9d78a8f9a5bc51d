import { once } from "node:events";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DefaultLogger, Runtime } from "@temporalio/worker";
import { createOwnWorker, GIVEN, ownActivities } from "../../support/own-process-worker.ts";
import { anyTool } from "../../support/plan-tools.ts";
import { agentOf } from "../../support/scripted-agent.ts";
import type { Moment } from "./killable-workers.ts";

/*
 * A worker in a process of its own, which stops at each moment that matters and goes on when it is told
 * to: whoever started it may kill it exactly there. It is loaded first, and polls when it is told to.
 */
Runtime.install({ logger: new DefaultLogger("ERROR") });
const ledger = join(GIVEN.folder, "ledger.jsonl");
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

const activities = ownActivities([effect], { writer: agentOf(["effect"]) });
const modelTurn = activities["holdpoint.model_turn"];
const worker = await createOwnWorker({
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
});
process.send?.("ready");
await once(process, "message");
await worker.run();

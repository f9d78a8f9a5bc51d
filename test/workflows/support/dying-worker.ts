import { rmSync } from "node:fs";
import { join } from "node:path";
import { createOwnWorker, GIVEN, ownActivities } from "../../support/own-process-worker.ts";
import { echo } from "../../support/plan-tools.ts";

/*
 * A worker in a process of its own. Where its folder holds `die-<turn>`, or `die-replan-<turn>`, it is
 * gone the moment that turn's answer has been kept, and before Temporal hears of it.
 */
const activities = ownActivities([echo]);
const { "holdpoint.plan_goal": plan, "holdpoint.replan": replan } = activities;

/** Dies if the folder holds this file; else hands on what has been thought. */
async function unlessDying<Thought>(file: string, thought: Thought): Promise<Thought> {
  try {
    rmSync(join(GIVEN.folder, file));
  } catch {
    return thought;
  }
  process.kill(process.pid, "SIGKILL");
  return new Promise<never>(() => undefined);
}
const worker = await createOwnWorker({
  activities: {
    ...activities,
    "holdpoint.plan_goal": async (asked: Parameters<typeof plan>[0]) =>
      unlessDying(`die-${asked.turn}`, await plan(asked)),
    "holdpoint.replan": async (asked: Parameters<typeof replan>[0]) =>
      unlessDying(`die-replan-${asked.turn}`, await replan(asked)),
  },
});
process.send?.("ready");
await worker.run();

import { proxyActivities } from "@temporalio/workflow";
import type { OwnActivities } from "../activities/activity-types.ts";
import type { Thinking } from "../plan/effects.ts";
import type { GoalNews } from "../plan/model/thought.ts";
import { messageOf } from "./run-todo.ts";
import { rootCause } from "./root-cause.ts";

/** A worker tells every second that it lives; a busy one may be late. */
const HEARTBEAT_MS = 10_000;
/** The model's own time limit is shorter; this is for a worker that has forgotten it. */
const TURN_MS = 3_700_000;
const ATTEMPTS = 12;

/**
 * One turn of a model about a plan's goal, tried again while that can help: an attempt finds the answer
 * that one before it has paid for. Whatever happens is news, and the plan says what follows.
 * @throws only when it was cancelled.
 */
export async function think(planId: string, thinking: Thinking): Promise<GoalNews> {
  const { about, turn, input } = thinking;
  const activities = proxyActivities<OwnActivities>({
    activityId: `goal.${turn}`,
    startToCloseTimeout: TURN_MS,
    heartbeatTimeout: HEARTBEAT_MS,
    retry: { initialInterval: 1_000, maximumInterval: 60_000, maximumAttempts: ATTEMPTS },
    summary: about === "plan" ? "Plan the goal" : "Answer the goal",
  });
  const asked = { plan_id: planId, turn };
  try {
    if (about === "plan") {
      const thought = await activities["holdpoint.plan_goal"]({ ...asked, input });
      return { type: "goal_planned", turn, ...thought };
    }
    const thought = await activities["holdpoint.report_goal"]({ ...asked, input });
    return { type: "goal_reported", turn, ...thought };
  } catch (error) {
    return { type: "goal_failed", turn, message: messageOf(rootCause(error)) };
  }
}

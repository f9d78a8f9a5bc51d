import { proxyActivities } from "@temporalio/workflow";
import type { OwnActivities } from "../activities/activity-types.ts";
import { say } from "../contract/sentences/sentence.ts";
import type { Thinking } from "../plan/effects.ts";
import type { GoalNews } from "../plan/model/thought.ts";
import { readTaken, UNREAD_RESULT } from "./read-payload.ts";
import { rootCause } from "./root-cause.ts";
import { messageOf } from "./run-todo.ts";

/** A worker tells every second that it lives; a busy one may be late. */
const HEARTBEAT_MS = 10_000;
/** The model's own time limit is shorter; this is for a worker that has forgotten it. */
const TURN_MS = 3_700_000;
const ATTEMPTS = 12;

/** The activity that makes a turn, and how its answer is told. */
const TURNS = {
  plan: ["holdpoint.plan_goal", "goal_planned", "Plan the goal"],
  report: ["holdpoint.report_goal", "goal_reported", "Answer the goal"],
} as const;

/**
 * One turn of a model about a plan's goal, tried again while that can help: an attempt finds the answer
 * that one before it has paid for. Whatever happens is news, and the plan says what follows.
 * @throws when it was cancelled; Error as `readTaken` while its result is missing.
 */
export async function think(planId: string, thinking: Thinking): Promise<GoalNews> {
  const { about, turn, input } = thinking;
  const [name, type, summary] = TURNS[about];
  const activities = proxyActivities<OwnActivities>({
    activityId: `goal.${turn}`,
    startToCloseTimeout: TURN_MS,
    heartbeatTimeout: HEARTBEAT_MS,
    retry: { initialInterval: 1_000, maximumInterval: 60_000, maximumAttempts: ATTEMPTS },
    summary,
    activityTypeInfo: { [name]: UNREAD_RESULT },
  });
  let raw: unknown;
  try {
    raw = await activities[name]({ plan_id: planId, turn, input: input as never });
  } catch (error) {
    return { type: "goal_failed", turn, message: messageOf(rootCause(error)) };
  }
  const reading = readTaken(raw);
  if ("value" in reading) return { type, turn, ...(reading.value as object) } as GoalNews;
  const message = say("result_no_json", { why: reading.unreadable });
  return { type: "goal_failed", turn, message };
}

import { ActivityCancellationType, isCancellation, proxyActivities } from "@temporalio/workflow";
import type { OwnActivities } from "../../activities/activity-types.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { MODEL_TURN_MS } from "../../contract/tables/temporal-names.ts";
import type { Thinking } from "../../plan/effects.ts";
import type { GoalNews, ReplanNews } from "../../plan/model/state/thought.ts";
import { IS_TURN } from "../read-input.ts";
import { readTaken, UNREAD_RESULT } from "../read-payload.ts";
import { messageOf } from "../run-todo.ts";

/** A worker tells every second that it lives; a busy one may be late. */
const HEARTBEAT_MS = 10_000;
const ATTEMPTS = 12;

/** The activity that makes a turn, how its answer and its failure are told, and what it is called. */
const TURNS = {
  plan: ["holdpoint.plan_goal", "goal_planned", "goal_failed", "Plan the goal"],
  report: ["holdpoint.report_goal", "goal_reported", "goal_failed", "Answer the goal"],
  replan: ["holdpoint.replan", "replanned", "replan_failed", "Plan anew"],
} as const;

/** Names a turn among all of a plan: those of its goal, and those that plan anew, are counted apart. */
export function thinkingKey({ about, turn }: Pick<Thinking, "about" | "turn">): string {
  return `${about === "replan" ? "replan" : "goal"}.${turn}`;
}

/**
 * One turn of a model about a plan, tried again while that can help: an attempt finds the answer
 * that one before it has paid for. Whatever happens is news, and the plan says what follows.
 * @throws when it was cancelled; Error as `readTaken` while its result is missing.
 */
export async function think(planId: string, thinking: Thinking): Promise<GoalNews | ReplanNews> {
  const { about, turn, input } = thinking;
  const [name, type, failed, summary] = TURNS[about];
  const activities = proxyActivities<OwnActivities>({
    activityId: thinkingKey(thinking),
    startToCloseTimeout: MODEL_TURN_MS,
    heartbeatTimeout: HEARTBEAT_MS,
    // What it has used by then counts, also when it is called off.
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { initialInterval: 1_000, maximumInterval: 60_000, maximumAttempts: ATTEMPTS },
    summary,
    activityTypeInfo: { [name]: UNREAD_RESULT },
  });
  let raw: unknown;
  try {
    raw = await activities[name]({ plan_id: planId, turn, input: input as never });
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { type: failed, turn, message: messageOf(error) };
  }
  const reading = readTaken(raw);
  if ("unreadable" in reading) {
    const message = say("result_no_json", { why: reading.unreadable });
    return { type: failed, turn, message };
  }
  const { value } = reading;
  if (!IS_TURN[about](value)) return { type: failed, turn, message: say("turn_unreadable") };
  return { type, turn, ...(value as object) } as GoalNews | ReplanNews;
}

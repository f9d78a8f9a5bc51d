import type { SessionEvent } from "../../contract/plan/agents/session.ts";
import type { ContinuationCancel, ContinuationSkip } from "../../contract/tables/vocabulary.ts";
import { isPlanningAgent } from "../agents/step-list.ts";
import type { Continuation, Countdown, Tally } from "../model/state/session.ts";
import { addMilliseconds } from "../model/time.ts";

/** S3's constants. */
const COUNTDOWN_SECONDS = 2;
const ERROR_COOLDOWN_MS = 3_000;

interface CancelRow {
  readonly type: SessionEvent["type"];
  /** Whose message; any when absent. */
  readonly role?: "user" | "assistant";
  /** A person has taken over: the last error is forgotten, and what was to be said is not said. */
  readonly clears?: true;
}

/** What a session tells that cancels: that it registers or claims is no event of its own, nor is the plan's end. */
export type EventCancel = Exclude<
  ContinuationCancel,
  "session_registered" | "todo_claimed" | "plan_ended"
>;

/** S3's table of cancelling events; an error and a recovery cancel, too, by the sections on them. */
export const CANCELS: Readonly<Record<EventCancel, CancelRow>> = {
  user_message: { type: "message.updated", role: "user", clears: true },
  assistant_message: { type: "message.updated", role: "assistant" },
  assistant_part: { type: "message.part.updated", role: "assistant" },
  tool_before: { type: "tool.execute.before" },
  tool_after: { type: "tool.execute.after" },
  session_deleted: { type: "session.deleted" },
  session_error: { type: "session.error" },
  session_recovering: { type: "session.recovering" },
};

/** Which row an event is, or undefined when it cancels nothing. */
export function cancelOf(event: SessionEvent): EventCancel | undefined {
  const names = Object.keys(CANCELS) as EventCancel[];
  return names.find((name) => {
    const { type, role } = CANCELS[name];
    return event.type === type && (role === undefined || ("role" in event && event.role === role));
  });
}

/** A session that stopped, what is left of its todos, and when one looks. */
export interface Stop {
  readonly session: Continuation;
  readonly todos: Tally;
  /** Whether it could do any of its todos now: one is on offer to it, or it holds one. */
  readonly canWork: boolean;
  readonly isPaused: boolean;
  /** ISO 8601 time. */
  readonly at: string;
}

/**
 * S3's table of skip conditions, in S3's order. The last three are of plans: S3's lists have no pause,
 * no todos that wait for others, and a prompt that arrives at once.
 */
const SKIPS: Readonly<Record<ContinuationSkip, (stop: Stop) => boolean>> = {
  not_main_or_background: ({ session }) => session.type === "other",
  recovering: ({ session }) => session.recovering,
  recent_error: ({ session: { last_error_at }, at }) =>
    last_error_at !== null && at < addMilliseconds(last_error_at, ERROR_COOLDOWN_MS),
  background_tasks: ({ session }) => session.background_tasks.length > 0,
  no_todos: ({ todos }) => todos.total === 0,
  all_done: ({ todos }) => todos.left === 0,
  no_write_permission: ({ session: { tools } }) => !tools.write || !tools.edit,
  planning_agent: ({ session: { agent } }) => agent !== null && isPlanningAgent(agent),
  plan_paused: ({ isPaused }) => isPaused,
  nothing_to_do_now: ({ canWork }) => !canWork,
  prompt_not_acknowledged: ({ session }) => session.prompt !== null,
};

/** Why the session is not continued, or null when it is. */
export function skipOf(stop: Stop): ContinuationSkip | null {
  const names = Object.keys(SKIPS) as ContinuationSkip[];
  return names.find((name) => SKIPS[name](stop)) ?? null;
}

/** The countdown that an idle session begins with. */
export function startCountdown(at: string): Countdown {
  return {
    ends_at: addMilliseconds(at, COUNTDOWN_SECONDS * 1_000),
    seconds_left: COUNTDOWN_SECONDS,
  };
}

/** When the countdown tells the next second, or is over. */
export function nextTick({ ends_at, seconds_left }: Countdown): string {
  return addMilliseconds(ends_at, -(seconds_left - 1) * 1_000);
}

/** The same countdown at a later moment; null when it is over. */
export function tick(countdown: Countdown, at: string): Countdown | null {
  const leftMs = Date.parse(countdown.ends_at) - Date.parse(at);
  return leftMs <= 0 ? null : { ...countdown, seconds_left: Math.ceil(leftMs / 1_000) };
}

import { say } from "../../contract/sentences/sentence.ts";
import { QUESTION_KINDS, type TimeoutAction } from "../../contract/tables/vocabulary.ts";
import { todoOf, type Plan } from "../model/plan.ts";
import type { EventBody } from "../model/state/events.ts";
import { aboutHold } from "../model/state/hold-events.ts";
import type { HoldState } from "../model/state/hold.ts";
import { addMilliseconds } from "../model/time.ts";
import { moveTodo } from "../todos/move-todo.ts";
import { skipOf, skipTodo } from "../todos/skip-todo.ts";
import { rulesOf } from "./hold-rules.ts";
import { closeHold, sortOf } from "./holds.ts";
import type { ExpiredEvent } from "./kinds/rules.ts";
import { secondsOf } from "./kinds/todo-outcome.ts";

/*
 * What happens when a hold times out: `timeOut` decides it when the moment has come, `moveByTimeout`
 * does it.
 */

/** What becomes of every hold whose deadline is over at `at`, and what follows: nobody has decided it. */
export function timeOut(plan: Plan, at: string): EventBody[] {
  const late = [...plan.openHolds.values()].filter(
    ({ deadline_at, deciding }) => deciding === null && deadline_at !== null && deadline_at <= at,
  );
  const over = new Set<string>();
  return late.flatMap((hold) => {
    const expired = timeoutEventOf(plan, hold, at);
    if (expired.type === "hold.escalated") return [expired];
    over.add(hold.id);
    if (expired.data.action === "approve") return [expired];
    return [expired, ...(rulesOf(hold).onTimeout?.follows?.(plan, hold, expired.by, over) ?? [])];
  });
}

type TimeoutEvent = EventBody & { type: "hold.expired" | "hold.escalated" };

/** What becomes of a hold about which nobody decided in time: the next one is asked, or it ends. */
export function timeoutEventOf(plan: Plan, hold: HoldState, at: string): TimeoutEvent {
  const about = { by: "policy:on_timeout", ...aboutHold(hold) };
  const [to, ...left] = hold.escalates_to ?? [];
  if (to === undefined || hold.todo_id === null) {
    const data = { ...sortOf(hold), action: timeoutActionOf(plan, hold) };
    return { ...about, type: "hold.expired", data };
  }
  // Nothing follows from the time of the last one: no deadline promises that.
  const isEndless = left.length === 0 && hold.on_timeout === "wait";
  const seconds = secondsOf(plan, todoOf(plan, hold.todo_id).approval);
  const deadline_at = isEndless ? null : addMilliseconds(at, seconds * 1_000);
  const who = { from: hold.assignee, to, left: left.length };
  const data = { ...sortOf(hold), ...who, change: { assignee: to, deadline_at } };
  return { ...about, type: "hold.escalated", data };
}

/** What its timeout does to a hold's todo as the plan now is: an optional one does not fail (S2). */
export function timeoutActionOf(plan: Plan, hold: HoldState): Exclude<TimeoutAction, "wait"> {
  const { on_timeout, todo_id } = hold;
  if (on_timeout === "skip") return "skip";
  if (on_timeout === "approve" && rulesOf(hold).onTimeout?.mayApprove(hold) === true) {
    return "approve";
  }
  return todo_id !== null && plan.todos.get(todo_id)?.optional === true ? "skip" : "fail";
}

/** What becomes of the hold, and of its todo. */
export function moveByTimeout(plan: Plan, event: ExpiredEvent): void {
  const hold = closeHold(plan, event.hold_id, "expired");
  if (hold.todo_id === null) return;
  const { action } = event.data;
  if (action === "approve") return rulesOf(hold).onTimeout?.approve(plan, hold, event);
  const { onTimeout } = rulesOf(hold);
  if (onTimeout?.otherwise !== undefined) return onTimeout.otherwise(plan, hold, event);
  const message = say(QUESTION_KINDS.includes(hold.kind) ? "nobody_answered" : "nobody_decided");
  if (action === "skip") {
    const skip = skipOf(todoOf(plan, hold.todo_id), "timed_out", event.by);
    return skipTodo(plan, hold.todo_id, { skip, message }, event);
  }
  const todo = moveTodo(plan, hold.todo_id, "failed", event.at);
  todo.ended_seq = event.seq;
  todo.error_message = message;
  todo.error_type = "timeout";
}

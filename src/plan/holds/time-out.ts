import { say } from "../../contract/sentences/sentence.ts";
import { QUESTION_KINDS, type TimeoutAction } from "../../contract/tables/vocabulary.ts";
import { todoOf, type Plan } from "../model/plan.ts";
import type { EventBody } from "../model/state/events.ts";
import { aboutHold } from "../model/state/hold-events.ts";
import type { HoldState } from "../model/state/hold.ts";
import { moveTodo } from "../todos/move-todo.ts";
import { skipOf, skipTodo } from "../todos/skip-todo.ts";
import { rulesOf } from "./hold-rules.ts";
import { closeHold, sortOf } from "./holds.ts";
import type { ExpiredEvent } from "./kinds/rules.ts";

/*
 * What happens when a hold times out: `timeOut` decides it when the moment has come, `moveByTimeout`
 * does it.
 */

/** The end of every hold whose deadline is over at `at`, and what follows: nobody has decided it. */
export function timeOut(plan: Plan, at: string): EventBody[] {
  const late = [...plan.openHolds.values()].filter(
    ({ deadline_at, deciding }) => deciding === null && deadline_at !== null && deadline_at <= at,
  );
  const over = new Set<string>();
  return late.flatMap((hold) => {
    over.add(hold.id);
    const expired = expiryOf(plan, hold);
    if (expired.data.action === "approve") return [expired];
    return [expired, ...(rulesOf(hold).onTimeout?.follows?.(plan, hold, expired.by, over) ?? [])];
  });
}

/** The end of a hold about which nobody decided in time. */
export function expiryOf(plan: Plan, hold: HoldState): EventBody & { type: "hold.expired" } {
  return {
    type: "hold.expired",
    by: "policy:on_timeout",
    ...aboutHold(hold),
    data: { ...sortOf(hold), action: timeoutActionOf(plan, hold) },
  };
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

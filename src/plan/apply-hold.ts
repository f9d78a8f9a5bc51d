import type { Hold } from "../contract/hold.ts";
import type { Json } from "../contract/text.ts";
import type { HoldStatus } from "../contract/vocabulary.ts";
import { fitStatus } from "./apply-structure.ts";
import { later } from "./later.ts";
import { moveTodo } from "./move-todo.ts";
import type { Plan } from "./plan.ts";
import type { PlanEvent, TodoState } from "./state.ts";

/** What a decision on a hold does to it and to its todo. */
export function moveByDecision(plan: Plan, event: PlanEvent & { type: "hold.decided" }): void {
  const { decision, digest, args } = event.data;
  const rejected = decision.decision === "reject";
  const hold = closeHold(plan, event.hold_id, rejected ? "rejected" : "approved");
  hold.decision = decision;
  if (hold.todo_id === null) return;
  if (hold.kind === "recovery") return moveByRecovery(plan, hold.todo_id, event);
  if (decision.decision === "answer") {
    return completeByAnswer(plan, hold.todo_id, decision.value ?? null, event);
  }
  if (!rejected) {
    grant(plan, hold.todo_id, { digest, by: decision.by, at: event.at, ...(args && { args }) });
    return;
  }
  const skips = decision.then !== "fail" && decision.then !== "replan";
  const todo = moveTodo(plan, hold.todo_id, skips ? "skipped" : "failed", event.at);
  const why = decision.reason ?? decision.comment;
  todo.ended_seq = event.seq;
  todo.error_message = `Rejected by ${decision.by}${why === undefined ? "" : `: ${why}`}`;
  if (todo.status === "skipped") todo.completed_at = event.at;
  if (decision.then === "replan") askRecovery(plan, todo);
}

/** A person did the todo: the answer is its result. */
function completeByAnswer(plan: Plan, todoId: string, value: Json, event: PlanEvent): void {
  moveTodo(plan, todoId, "pending", event.at);
  moveTodo(plan, todoId, "in_progress", event.at);
  const todo = moveTodo(plan, todoId, "completed", event.at);
  todo.result_data = { value, answered_by: event.by };
  todo.run += 1;
  todo.progress_percentage = 100;
  todo.completed_at = event.at;
  todo.ended_seq = event.seq;
}

/** A person's answer to a failure: again, again with other arguments, skipped, or left as it is. */
function moveByRecovery(
  plan: Plan,
  todoId: string,
  event: PlanEvent & { type: "hold.decided" },
): void {
  const { decision, digest, args } = event.data;
  if (decision.decision === "reject") {
    if (decision.then !== "skip") return;
    const todo = moveTodo(plan, todoId, "skipped", event.at);
    todo.completed_at = event.at;
    todo.ended_seq = event.seq;
    return;
  }
  if (args === undefined) moveTodo(plan, todoId, "pending", event.at);
  else grant(plan, todoId, { digest, by: decision.by, at: event.at, args });
  fitStatus(plan, todoId, event.at);
}

/** A person is to be asked about a failed todo. */
export function askRecovery(plan: Plan, todo: TodoState): void {
  todo.asks_recovery = true;
  plan.failing.add(todo.id);
}

/** A person was asked about a failed todo. */
export function askedRecovery(plan: Plan, todo: TodoState): void {
  delete todo.asks_recovery;
  plan.failing.delete(todo.id);
}

/** What becomes of a hold, and of its todo, that nobody decided in time. */
export function moveByTimeout(plan: Plan, event: PlanEvent & { type: "hold.expired" }): void {
  const hold = closeHold(plan, event.hold_id, "expired");
  if (hold.todo_id === null) return;
  if (event.data.action === "approve" && hold.input_request !== null) {
    return completeByAnswer(plan, hold.todo_id, hold.input_request.default ?? null, event);
  }
  if (event.data.action === "approve") {
    grant(plan, hold.todo_id, { digest: hold.digest, by: event.by, at: event.at });
    return;
  }
  const todo = moveTodo(
    plan,
    hold.todo_id,
    event.data.action === "skip" ? "skipped" : "failed",
    event.at,
  );
  todo.ended_seq = event.seq;
  todo.error_message = "Nobody decided on the approval in time";
  if (todo.status === "failed") todo.error_type = "timeout";
  else todo.completed_at = event.at;
}

function grant(
  plan: Plan,
  todoId: string,
  approval: { digest: string; by: string; at: string; args?: NonNullable<Hold["args"]> },
): void {
  const todo = moveTodo(plan, todoId, "pending", approval.at);
  todo.approved_by = approval.by;
  todo.approved_at = approval.at;
  todo.approved_digest = approval.digest;
  todo.approved_args = approval.args ?? null;
}

/** The hold with this id. @throws Error when there is none: callers hold ids that the plan gave. */
export function holdOf(plan: Plan, id: string): Hold {
  const hold = plan.holds.get(id);
  if (hold === undefined) throw new Error(`The plan has no hold "${id}".`);
  return hold;
}

/** Ends a hold; what it asked about is moved by its caller. */
export function closeHold(plan: Plan, id: string, status: Exclude<HoldStatus, "open">): Hold {
  const hold = holdOf(plan, id);
  plan.openHolds.delete(id);
  hold.status = status;
  hold.remaining_ms = null;
  return hold;
}

/** A pause: deadlines become what is left of them. */
export function freezeDeadlines(plan: Plan, at: string): void {
  for (const hold of plan.openHolds.values()) {
    if (hold.deadline_at === null) continue;
    hold.remaining_ms = Math.max(0, Date.parse(hold.deadline_at) - Date.parse(at));
    hold.deadline_at = null;
  }
}

/** The end of a pause: what was left of deadlines is left from now on. */
export function thawDeadlines(plan: Plan, at: string): void {
  for (const hold of plan.openHolds.values()) {
    if (hold.remaining_ms === null) continue;
    hold.deadline_at = later(at, hold.remaining_ms);
    hold.remaining_ms = null;
  }
}

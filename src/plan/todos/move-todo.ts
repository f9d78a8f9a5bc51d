import type { TodoStatus } from "../../contract/tables/vocabulary.ts";
import { isOpenWork, isRunning, markTodo, todoOf, type Plan } from "../model/plan.ts";
import type { EventBody, PlanEvent } from "../model/state/events.ts";
import type { Result, TodoState } from "../model/state/todo-state.ts";
import { canMove, hasEnded, satisfiesDependents } from "../model/transitions.ts";
import { WORK } from "../model/work.ts";
import { countResult } from "./carried-results.ts";
import { keepEnd } from "./earlier-ends.ts";
import { takeBackApproval } from "./take-back-approval.ts";

/**
 * Moves a todo to a status, and every index that depends on it.
 * @throws Error on an edge that the status table does not have: a defect, never bad input.
 */
export function moveTodo(plan: Plan, id: string, to: TodoStatus, at: string): TodoState {
  const todo = todoOf(plan, id);
  const from = todo.status;
  // Only who waits for an answer goes on from there.
  const isUnasked = from === "blocked" && to === "in_progress" && todo.blocker === null;
  if (!canMove(from, to) || isUnasked)
    throw new Error(`Todo "${id}" cannot go from ${from} to ${to}.`);
  keepEnd(plan, todo);
  const ran = isRunning(todo);
  todo.status = to;
  if (to !== "blocked") todo.blocker = null;
  const goesOn = ran && isRunning(todo);
  todo.updated_at = at;
  markTodo(plan, id);
  plan.counts[from] -= 1;
  plan.counts[to] += 1;
  if ((ran || from === "in_progress") && !goesOn) {
    plan.running.delete(id);
    delete todo.interrupted;
    delete todo.attempt;
    delete todo.first_attempt;
    delete todo.next_attempt;
    delete todo.delivered;
    delete todo.skipping;
    delete todo.stopping;
    plan.runInputs.delete(id);
    if (todo.approval_lapsed === true && (to === "pending" || to === "failed")) {
      takeBackApproval(todo);
    }
    delete todo.approval_lapsed;
  }
  if (from === "failed") {
    clearRecoveryRequest(plan, todo);
    delete todo.upstream_failed;
  }
  if (from === "blocked" && to === "failed" && !ran) todo.upstream_failed = true;
  if (from === "skipped") todo.skipped = null;
  if (from === "completed") endReview(plan, todo);
  if (isRunning(todo)) plan.running.add(id);
  if (to !== "in_progress") todo.claimed_by = null;
  if (to !== "in_progress" && to !== "pending") todo.offered_at = null;
  fitWork(plan, todo);
  if (hasEnded(to) && to !== "failed") {
    plan.due.delete(id);
    plan.soon.delete(id);
  }
  if (to === "pending") plan.fresh.add(id);
  else leaveQueues(plan, id);
  if (to === "blocked" && !goesOn) plan.upstreamChanged.add(id);
  if (LOST.has(to) || LOST.has(from)) markDependents(plan, id);
  // Whether its result is to be looked at first is known before it is done.
  if (to === "completed" && todo.in_review) plan.unreviewed.add(id);
  if (satisfiesDependents(todo)) freeDependents(plan, id, at);
  return todo;
}

/** What waits for a place or for its turn to be asked about, and what is still to be sorted, is pending. */
function leaveQueues(plan: Plan, id: string): void {
  for (const queue of [plan.fresh, plan.queue, plan.turns]) queue.delete(id);
}

/** What waited for the todo waits no more. */
function freeDependents(plan: Plan, id: string, at: string): void {
  for (const dependentId of plan.dependents.get(id) ?? []) {
    const open = plan.openDependencies.get(dependentId)! - 1;
    plan.openDependencies.set(dependentId, open);
    if (open === 0 && todoOf(plan, dependentId).status === "blocked") {
      moveTodo(plan, dependentId, "pending", at);
    }
  }
}

/** The look at a completed todo's result is over: what waits for it may run. */
export function finishReview(plan: Plan, todo: TodoState, at: string): void {
  if (!todo.in_review) return;
  endReview(plan, todo);
  markTodo(plan, todo.id);
  freeDependents(plan, todo.id, at);
}

function endReview(plan: Plan, todo: TodoState): void {
  todo.in_review = false;
  plan.unreviewed.delete(todo.id);
}

/** A running todo's result is there: it is written before the todo is complete. */
export function deliver(
  plan: Plan,
  todo: TodoState,
  delivered: NonNullable<TodoState["delivered"]>,
): void {
  todo.delivered = delivered;
  // It has not heeded a pause that told it to stop.
  delete todo.interrupted;
  plan.running.add(todo.id);
  fitWork(plan, todo);
}

/** A running todo is done, with its result. */
export function complete(
  plan: Plan,
  todo: TodoState,
  { result, references, note }: Result & { readonly note?: string },
  { by, at, seq }: Pick<PlanEvent, "by" | "at" | "seq">,
): void {
  todo.in_review = todo.review_result;
  moveTodo(plan, todo.id, "completed", at);
  todo.result_data = result;
  countResult(plan.carried, result);
  todo.result_references = [...references];
  todo.error_message = null;
  todo.error_type = null;
  if (["person", "answer"].includes(WORK[todo.work.kind].completedBy)) {
    todo.completed_by = by;
    todo.note = note ?? null;
  }
  todo.progress_percentage = 100;
  todo.completed_at = at;
  todo.ended_seq = seq;
}

/** The end of a todo whose result has been written. */
export function writtenEvent(
  todo_id: string,
  { by, ...data }: NonNullable<TodoState["delivered"]>,
): EventBody {
  return { type: "todo.completed", by, todo_id, data };
}

/** Keeps the todo among those that wait for people, or not. */
export function fitWork(plan: Plan, todo: TodoState): void {
  if (isOpenWork(todo)) plan.work.add(todo.id);
  else plan.work.delete(todo.id);
}

const LOST: ReadonlySet<TodoStatus> = new Set(["skipped", "failed", "cancelled"]);

/** What waits for a todo may now be without it, or have it again. */
export function markDependents(plan: Plan, id: string): void {
  for (const dependentId of plan.dependents.get(id) ?? []) plan.upstreamChanged.add(dependentId);
}

/** A person is to be asked about a failed todo. */
export function requestRecovery(plan: Plan, todo: TodoState): void {
  todo.asks_recovery = true;
  plan.failing.add(todo.id);
}

/** Nobody is to be asked about the todo any more. */
export function clearRecoveryRequest(plan: Plan, todo: TodoState): void {
  delete todo.asks_recovery;
  plan.failing.delete(todo.id);
}

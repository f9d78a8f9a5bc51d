import { apply } from "./apply.ts";
import { resolveArguments } from "./arguments.ts";
import { approvalDigest } from "./digest.ts";
import type { Hold } from "../contract/hold.ts";
import type { ErrorType } from "../contract/vocabulary.ts";
import {
  approvalHold,
  inputDigest,
  inputDigestOf,
  inputHold,
  newestHoldOf,
  planReviewHold,
} from "./holds.ts";
import { failureEvents, recoveryHold } from "./recovery.ts";
import { isFinished, isHuman, needsApproval, todoOf, type Plan } from "./plan.ts";
import { compareRank, type Rank } from "./ready-queue.ts";
import type { EventBody, PlanEvent, TodoState } from "./state.ts";
import { hasEnded } from "./transitions.ts";

const SELF = "holdpoint";

/**
 * Everything that follows by itself from the plan's state: holds open, todos start in order of
 * priority and age, the plan ends. Afterwards only a command, a report or time can move the plan.
 * @param at ISO 8601 time, of every event that follows.
 * @param mayStart false while the shell waits for running todos to finish: holds still open.
 */
export function settle(plan: Plan, at: string, mayStart = true): PlanEvent[] {
  const events: PlanEvent[] = [];
  const record = (body: EventBody): void => {
    events.push(apply(plan, body, at));
  };
  if (isFinished(plan.state)) return events;
  if (plan.state.ending !== null) {
    endEarly(plan, plan.state.ending, record);
    return events;
  }
  renewTouched(plan, record);
  if (plan.state.paused === null && reviewIsOver(plan, at, record)) {
    if (plan.state.status === "pending") record({ type: "plan.started", by: SELF, data: {} });
    // A todo without a tool completes at once and may free others that go before those in the
    // queue, so each of these is sorted in before the next one starts.
    do {
      askRecoveries(plan, at, record);
      sortFresh(plan, at, record);
      if (mayStart) startQueued(plan, at, record);
    } while (!isEnding(plan) && (plan.fresh.size > 0 || plan.failing.size > 0));
    // An input that is not there can end the whole plan while its todos are being sorted.
    if (plan.state.ending !== null) endEarly(plan, plan.state.ending, record);
    else if (mayStart) endWhenNothingIsLeft(plan, record);
  }
  return events;
}

type Record = (body: EventBody) => void;

function isEnding(plan: Plan): boolean {
  return plan.state.ending !== null;
}

function reviewIsOver(plan: Plan, at: string, record: Record): boolean {
  if (!plan.state.plan_review || plan.state.status !== "pending") return true;
  const review = plan.state.holds.findLast((hold) => hold.kind === "plan_review");
  const isOfThisVersion = review?.plan_version === plan.state.version;
  if (review?.status === "approved" && isOfThisVersion) return true;
  if (review?.status === "open" && !isOfThisVersion) {
    const reason = "The plan was edited and needs a review of its new version.";
    record({ type: "hold.stale", by: SELF, hold_id: review.id, data: { reason } });
  }
  if (review?.status !== "open") {
    const hold = planReviewHold(plan, at);
    record({ type: "hold.requested", by: SELF, hold_id: hold.id, data: { hold } });
  }
  return false;
}

/** A hold whose question an edit changed asks no more; its todo asks again when it is ready. */
function renewTouched(plan: Plan, record: Record): void {
  const touched = [...plan.touched];
  plan.touched.clear();
  for (const id of touched) {
    const hold = plan.todos.has(id) ? newestHoldOf(plan, id) : undefined;
    if (hold?.status !== "open") continue;
    const todo = todoOf(plan, id);
    if (asksTheSame(plan, todo, hold)) continue;
    const reason = "The plan was edited and the hold would ask about something else.";
    record({ type: "hold.stale", by: SELF, hold_id: hold.id, todo_id: id, data: { reason } });
  }
}

function asksTheSame(plan: Plan, todo: TodoState, hold: Hold): boolean {
  if (hold.kind !== "recovery" && plan.openDependencies.get(todo.id) !== 0) return false;
  if (hold.kind === "input") {
    return isHuman(todo) && inputDigest(todo) === hold.digest;
  }
  if (hold.kind === "approval" && !needsApproval(plan, todo)) return false;
  const resolved = resolveArguments(plan, todo);
  return approvalDigest(todo, "args" in resolved ? resolved.args : {}) === hold.digest;
}

function askRecoveries(plan: Plan, at: string, record: Record): void {
  for (const id of [...plan.failing]) {
    const hold = recoveryHold(plan, todoOf(plan, id), at);
    record({ type: "hold.requested", by: SELF, hold_id: hold.id, todo_id: id, data: { hold } });
  }
}

/** Ready todos either ask for their approval now or queue for a place; asking takes no place. */
function sortFresh(plan: Plan, at: string, record: Record): void {
  const fresh = [...plan.fresh].map((id) => ({ id, ...rankOf(plan, id) })).sort(compareRank);
  plan.fresh.clear();
  for (const { id, ...rank } of fresh) {
    if (isEnding(plan)) return;
    const todo = todoOf(plan, id);
    if (plan.openDependencies.get(id) !== 0) continue;
    if (isInputUnchanged(plan, todo)) {
      record({ type: "todo.kept", by: SELF, todo_id: id, data: {} });
      continue;
    }
    if (isHuman(todo)) askInput(plan, todo, at, record);
    else if (needsApproval(plan, todo) && todo.approved_digest === null)
      ask(plan, todo, at, record);
    else plan.queue.push(id, rank);
  }
}

/** Whether a todo that completed before would run on the very same input again. */
function isInputUnchanged(plan: Plan, todo: TodoState): boolean {
  if (todo.kept_digest === undefined) return false;
  return inputDigestOf(plan, todo) === todo.kept_digest;
}

function askInput(plan: Plan, todo: TodoState, at: string, record: Record): void {
  const hold = inputHold(plan, todo, at);
  record({
    type: "hold.requested",
    by: SELF,
    hold_id: hold.id,
    todo_id: todo.id,
    data: { hold },
  });
}

function ask(plan: Plan, todo: TodoState, at: string, record: Record): void {
  const resolved = resolveArguments(plan, todo);
  if ("missing" in resolved) return failInput(plan, todo, resolved.missing, at, record);
  const hold = approvalHold(plan, todo, resolved.args, at);
  record({
    type: "hold.requested",
    by: SELF,
    hold_id: hold.id,
    todo_id: todo.id,
    data: { hold },
  });
}

function startQueued(plan: Plan, at: string, record: Record): void {
  while (!isEnding(plan) && plan.fresh.size === 0 && plan.running.size < plan.state.max_parallel) {
    const id = plan.queue.pop();
    if (id === undefined) return;
    const todo = todoOf(plan, id);
    if (todo.status === "pending") start(plan, todo, at, record);
  }
}

function start(plan: Plan, todo: TodoState, at: string, record: Record): void {
  const resolved = resolveArguments(plan, todo);
  if ("missing" in resolved) return failInput(plan, todo, resolved.missing, at, record);
  if (
    todo.approved_digest !== null &&
    todo.approved_digest !== approvalDigest(todo, resolved.args)
  ) {
    const hold = newestHoldOf(plan, todo.id);
    if (hold !== undefined) {
      const reason = "The arguments changed after the approval.";
      record({
        type: "hold.stale",
        by: SELF,
        hold_id: hold.id,
        todo_id: todo.id,
        data: { reason },
      });
    }
    return ask(plan, todo, at, record);
  }
  record({ type: "todo.started", by: SELF, todo_id: todo.id, data: { run: todo.run + 1 } });
  if (todo.tool_name === null) {
    record({ type: "todo.completed", by: SELF, todo_id: todo.id, data: { result: null } });
  } else {
    plan.runArgs.set(todo.id, resolved.args);
  }
}

function failInput(plan: Plan, todo: TodoState, missing: string, at: string, record: Record): void {
  const message = `Its input is not there: ${missing}.`;
  const failure = { error_type: "validation_error" as const, message, attempts: 1 };
  for (const body of failureEvents(plan, todo, failure, at)) record(body);
}

/** Cancels what has not started, and ends the plan once nothing runs any more. */
function endEarly(
  plan: Plan,
  ending: { outcome: "cancelled" | "failed"; reason: string },
  record: Record,
): void {
  const { outcome, reason } = ending;
  withdrawHolds(plan, reason, record);
  cancelWaiting(plan, reason, record);
  if (plan.running.size > 0) return;
  record({
    type: outcome === "cancelled" ? "plan.cancelled" : "plan.failed",
    by: SELF,
    data: { reason },
  });
}

function withdrawHolds(plan: Plan, reason: string, record: Record): void {
  for (const hold of [...plan.openHolds.values()]) {
    record({
      type: "hold.withdrawn",
      by: SELF,
      hold_id: hold.id,
      ...(hold.todo_id !== null && { todo_id: hold.todo_id }),
      data: { reason },
    });
  }
}

function cancelWaiting(plan: Plan, reason: string, record: Record, error_type?: ErrorType): void {
  const { pending, blocked, needs_approval } = plan.counts;
  if (pending + blocked + needs_approval === 0) return;
  for (const todo of plan.state.todos) {
    if (hasEnded(todo.status) || todo.status === "in_progress") continue;
    const data = { reason, ...(error_type !== undefined && { error_type }) };
    record({ type: "todo.cancelled", by: SELF, todo_id: todo.id, data });
  }
}

function endWhenNothingIsLeft(plan: Plan, record: Record): void {
  if (plan.running.size > 0 || plan.openHolds.size > 0) return;
  const { failed, cancelled, blocked, pending } = plan.counts;
  if (failed + cancelled + blocked + pending === 0) {
    record({ type: "plan.completed", by: SELF, data: {} });
    return;
  }
  // A todo was cancelled here only when its tool stopped unasked: the plan did not do all it should.
  const lost =
    plan.state.todos.find((todo) => todo.status === "failed") ??
    plan.state.todos.find((todo) => todo.status === "cancelled");
  const reason =
    lost?.status === "cancelled"
      ? `Todo "${lost.id}" was cancelled.`
      : `Todo "${lost?.id}" failed: ${lost?.error_message ?? "no message"}`;
  const why = "A todo that it waits for did not complete.";
  cancelWaiting(plan, why, record, "dependency_failed");
  record({ type: "plan.failed", by: SELF, data: { reason } });
}

function rankOf(plan: Plan, id: string): Rank {
  return { priority: todoOf(plan, id).priority, position: plan.positions.get(id)! };
}

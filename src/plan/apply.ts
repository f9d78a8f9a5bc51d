import type { Hold } from "../contract/hold.ts";
import type { Json } from "../contract/text.ts";
import type { HoldStatus } from "../contract/vocabulary.ts";
import { later } from "./later.ts";
import { addEvent } from "./log.ts";
import { editStructure, fitStatus, rerunTodos } from "./apply-structure.ts";
import { moveTodo } from "./move-todo.ts";
import { todoOf, type Plan } from "./plan.ts";
import type { CommandStamp, EventBody, PlanEvent, TodoState } from "./state.ts";

/** How many commands are remembered for their repeats; Temporal allows 2,000 updates a run. */
const SEEN_COMMANDS = 2_000;

/**
 * Records a fact and moves the plan by it: the only code that changes a plan.
 * @param at ISO 8601 time of the event.
 * @throws Error on a transition that the status table does not have: a defect, never bad input.
 */
export function apply(plan: Plan, body: EventBody, at: string): PlanEvent {
  const event = addEvent(plan.state, body, at);
  move(plan, event);
  return event;
}

function move(plan: Plan, event: PlanEvent): void {
  const { state } = plan;
  switch (event.type) {
    case "plan.created":
    case "command.refused":
      return;
    case "plan.started":
      state.status = "running";
      state.started_at = event.at;
      return;
    case "plan.paused":
      state.paused = {
        by: event.by,
        at: event.at,
        ...reasonOf(event.data),
        ...(event.data.purpose && { purpose: event.data.purpose }),
      };
      freezeDeadlines(plan, event.at);
      if (event.data.mode === "interrupt") {
        for (const id of plan.running) todoOf(plan, id).interrupted = true;
      }
      remember(plan, event.data, event.seq);
      return;
    case "plan.resumed":
      state.paused = null;
      thawDeadlines(plan, event.at);
      remember(plan, event.data, event.seq);
      return;
    case "plan.cancel_requested":
    case "plan.abort_requested":
      state.ending = {
        outcome: event.type === "plan.cancel_requested" ? "cancelled" : "failed",
        reason: event.data.reason,
        grace_until: event.data.grace_until,
      };
      if (event.type === "plan.cancel_requested") remember(plan, event.data, event.seq);
      return;
    case "plan.edited":
      editStructure(plan, event);
      remember(plan, event.data, event.seq);
      return;
    case "plan.completed":
    case "plan.failed":
    case "plan.cancelled":
      state.status = event.type.slice("plan.".length) as "completed" | "failed" | "cancelled";
      state.completed_at = event.at;
      state.ending = null;
      state.paused = null;
      if (event.type !== "plan.completed") state.ended_because = event.data.reason;
      return;
    case "todo.started": {
      const todo = moveTodo(plan, event.todo_id, "in_progress", event.at);
      todo.run = event.data.run;
      todo.started_at = event.at;
      todo.error_message = null;
      todo.error_type = null;
      todo.progress_percentage = 0;
      delete todo.kept_digest;
      return;
    }
    case "todo.completed": {
      const todo = moveTodo(plan, event.todo_id, "completed", event.at);
      todo.result_data = event.data.result;
      todo.progress_percentage = 100;
      todo.completed_at = event.at;
      todo.ended_seq = event.seq;
      return;
    }
    case "todo.failed": {
      const todo = moveTodo(plan, event.todo_id, "failed", event.at);
      todo.error_type = event.data.error_type;
      todo.error_message = event.data.message;
      todo.ended_seq = event.seq;
      todo.retry_count = Math.max(0, event.data.attempts - 1);
      if (event.data.asks) askRecovery(plan, todo);
      return;
    }
    case "todo.interrupted":
      moveTodo(plan, event.todo_id, "pending", event.at);
      return;
    case "todo.retried": {
      const todo = moveTodo(plan, event.todo_id, "pending", event.at);
      todo.retry_count += 1;
      fitStatus(plan, todo.id, event.at);
      remember(plan, event.data, event.seq);
      return;
    }
    case "todo.rerun":
      rerunTodos(plan, event);
      remember(plan, event.data, event.seq);
      return;
    case "todo.kept": {
      const todo = moveTodo(plan, event.todo_id, "in_progress", event.at);
      moveTodo(plan, todo.id, "completed", event.at);
      todo.progress_percentage = 100;
      todo.completed_at = event.at;
      delete todo.kept_digest;
      return;
    }
    case "todo.skipped":
    case "todo.cancelled": {
      if (event.type === "todo.skipped") remember(plan, event.data, event.seq);
      const status = event.type === "todo.skipped" ? "skipped" : "cancelled";
      const todo = moveTodo(plan, event.todo_id, status, event.at);
      todo.error_message = event.data.reason;
      if (event.type === "todo.cancelled" && event.data.error_type !== undefined) {
        todo.error_type = event.data.error_type;
      }
      todo.completed_at = event.at;
      todo.ended_seq = event.seq;
      return;
    }
    case "hold.requested": {
      // The plan moves its own hold on; the fact stays as it was.
      const hold = { ...event.data.hold };
      state.holds.push(hold);
      plan.holds.set(hold.id, hold);
      plan.openHolds.set(hold.id, hold);
      if (hold.todo_id === null) return;
      plan.newestHolds.set(hold.todo_id, hold);
      if (hold.kind === "recovery") askedRecovery(plan, todoOf(plan, hold.todo_id));
      else moveTodo(plan, hold.todo_id, "needs_approval", event.at);
      return;
    }
    case "hold.decided":
      return moveByDecision(plan, event);
    case "hold.extended":
    case "hold.delegated": {
      const hold = holdOf(plan, event.hold_id);
      if (event.type === "hold.delegated") hold.assignee = event.data.to;
      else {
        hold.deadline_at = event.data.deadline_at;
        hold.remaining_ms = event.data.remaining_ms;
      }
      remember(plan, event.data, event.seq, hold.id);
      return;
    }
    case "hold.expired":
      return moveByTimeout(plan, event);
    case "hold.stale":
    case "hold.withdrawn": {
      const hold = closeHold(
        plan,
        event.hold_id,
        event.type === "hold.stale" ? "stale" : "withdrawn",
      );
      hold.closed_reason = event.data.reason;
      if (event.type === "hold.withdrawn") remember(plan, event.data, event.seq, hold.id);
      if (hold.todo_id !== null) {
        const todo = todoOf(plan, hold.todo_id);
        todo.approved_by = null;
        todo.approved_at = null;
        todo.approved_digest = null;
        todo.approved_args = null;
        if (event.type === "hold.stale" && hold.kind === "recovery" && todo.status === "failed") {
          askRecovery(plan, todo);
        }
        if (event.type === "hold.stale" && todo.status === "needs_approval") {
          moveTodo(plan, todo.id, "pending", event.at);
          fitStatus(plan, todo.id, event.at);
        }
      }
      return;
    }
    default:
      event satisfies never;
  }
}

function moveByDecision(plan: Plan, event: PlanEvent & { type: "hold.decided" }): void {
  const { decision, digest, args } = event.data;
  const rejected = decision.decision === "reject";
  const hold = closeHold(plan, event.hold_id, rejected ? "rejected" : "approved");
  hold.decision = decision;
  remember(plan, event.data, event.seq, hold.id);
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

function askRecovery(plan: Plan, todo: TodoState): void {
  todo.asks_recovery = true;
  plan.failing.add(todo.id);
}

function askedRecovery(plan: Plan, todo: TodoState): void {
  delete todo.asks_recovery;
  plan.failing.delete(todo.id);
}

function moveByTimeout(plan: Plan, event: PlanEvent & { type: "hold.expired" }): void {
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

function holdOf(plan: Plan, id: string): Hold {
  const hold = plan.holds.get(id);
  if (hold === undefined) throw new Error(`The plan has no hold "${id}".`);
  return hold;
}

function closeHold(plan: Plan, id: string, status: Exclude<HoldStatus, "open">): Hold {
  const hold = holdOf(plan, id);
  plan.openHolds.delete(id);
  hold.status = status;
  hold.remaining_ms = null;
  return hold;
}

function freezeDeadlines(plan: Plan, at: string): void {
  for (const hold of plan.openHolds.values()) {
    if (hold.deadline_at === null) continue;
    hold.remaining_ms = Math.max(0, Date.parse(hold.deadline_at) - Date.parse(at));
    hold.deadline_at = null;
  }
}

function thawDeadlines(plan: Plan, at: string): void {
  for (const hold of plan.openHolds.values()) {
    if (hold.remaining_ms === null) continue;
    hold.deadline_at = later(at, hold.remaining_ms);
    hold.remaining_ms = null;
  }
}

function remember(plan: Plan, stamp: Partial<CommandStamp>, seq: number, holdId?: string): void {
  const { command_id, fingerprint } = stamp;
  if (command_id === undefined || fingerprint === undefined) return;
  const seen = { command_id, fingerprint, seq, ...(holdId !== undefined && { hold_id: holdId }) };
  plan.seen.set(command_id, seen);
  plan.state.seen.push(seen);
  if (plan.state.seen.length > SEEN_COMMANDS) {
    const oldest = plan.state.seen.shift();
    if (oldest !== undefined) plan.seen.delete(oldest.command_id);
  }
}

function reasonOf(data: { reason?: string }): { reason?: string } {
  return data.reason === undefined ? {} : { reason: data.reason };
}

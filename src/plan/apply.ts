import { addEvent } from "./log.ts";
import {
  askedRecovery,
  askRecovery,
  closeHold,
  freezeDeadlines,
  holdOf,
  moveByDecision,
  moveByTimeout,
  thawDeadlines,
} from "./apply-hold.ts";
import { editStructure, fitStatus, rerunTodos } from "./apply-structure.ts";
import { moveTodo } from "./move-todo.ts";
import { todoOf, type Plan } from "./plan.ts";
import type { CommandStamp, EventBody, PlanEvent } from "./state.ts";

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
      moveByDecision(plan, event);
      remember(plan, event.data, event.seq, event.hold_id);
      return;
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

import { english, say } from "../contract/sentences/sentence.ts";
import { NO_TURNS, openAsking, startedAnew, takeTurn, triedAgain } from "./agents/agent-state.ts";
import { answerAsBefore } from "./agents/allowed-call.ts";
import { answerAgent, blockForAnswer } from "./agents/answers.ts";
import { haltAgent, stopCountdowns, tickAgent } from "./agents/countdown.ts";
import { editStructure, fitStatus, reopen, rerunTodos } from "./edits/apply-structure.ts";
import { moveByDecision } from "./holds/decide-hold.ts";
import { endCause } from "./holds/end-cause.ts";
import { closeHold, freezeDeadlines, holdOf, thawDeadlines } from "./holds/holds.ts";
import { refuseAgent } from "./holds/kinds/agent-asking.ts";
import { askAgain, letThrough, revokeAll } from "./holds/let-through.ts";
import { moveByTimeout } from "./holds/time-out.ts";
import { interruptible } from "./model/interruptible.ts";
import { indexDue, markDueIn, markHold, markTodo, todoOf, type Plan } from "./model/plan.ts";
import type { CommandStamp, EventBody, PlanEvent } from "./model/state/events.ts";
import { isAsking } from "./model/state/hold.ts";
import { addEvent } from "./model/state/log.ts";
import type { TodoState } from "./model/state/todo-state.ts";
import { endSessions, moveSession } from "./sessions/apply-session.ts";
import { moveGoal } from "./thinking/move-goal.ts";
import { moveReplan } from "./thinking/move-replan.ts";
import {
  clearRecoveryRequest,
  complete,
  requestRecovery,
  deliver,
  fitWork,
  moveTodo,
} from "./todos/move-todo.ts";
import { skipTodo } from "./todos/skip-todo.ts";
import { takeBackApproval } from "./todos/take-back-approval.ts";
import { leaveUnfinished } from "./todos/unfinished-run.ts";

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
  remember(plan, event);
  if (plan.state.goal?.phase === "reporting" && movesTodos(event)) plan.state.goal.moved = true;
  if ("hold_id" in event) markHold(plan, event.hold_id);
  if ("todo_id" in event && event.todo_id !== undefined) markTodo(plan, event.todo_id);
  return event;
}

function move(plan: Plan, event: PlanEvent): void {
  const { state } = plan;
  switch (event.type) {
    case "plan.created":
    case "command.refused":
    case "agent.mark_ignored":
    case "human_query_answered":
      return;
    case "plan.draft_refused":
    case "plan.planning_stopped":
    case "plan.planned":
    case "plan.report_requested":
    case "plan.report_dropped":
    case "plan.reported":
      return moveGoal(plan, event);
    case "plan.replan_requested":
    case "plan.replan_refused":
    case "plan.replan_proposed":
    case "plan.replan_unchanged":
    case "plan.replan_failed":
    case "plan.replan_dropped":
      return moveReplan(plan, event);
    case "plan.started":
      state.status = "running";
      state.started_at = event.at;
      markDueIn(plan);
      indexDue(plan);
      return;
    case "plan.paused":
      // Interrupting what still runs, or beginning to edit, begins no other pause.
      if (state.paused === null) state.pauses = (state.pauses ?? 0) + 1;
      state.paused ??= { by: event.by, at: event.at, ...reasonOf(event.data) };
      if (event.data.purpose) state.paused.purpose = event.data.purpose;
      freezeDeadlines(plan, event.at);
      stopCountdowns(plan);
      if (event.data.mode === "interrupt") {
        for (const todo of interruptible(plan)) {
          if (todo.next_attempt === undefined) todo.interrupted = true;
        }
      }
      return;
    case "plan.resumed":
      state.paused = null;
      thawDeadlines(plan, event.data.deadlines);
      return;
    case "plan.cancel_requested":
    case "plan.abort_requested":
      state.ending = {
        outcome: event.type === "plan.cancel_requested" ? "cancelled" : "failed",
        reason: event.data.reason,
        grace_until: event.data.grace_until,
      };
      return;
    case "plan.edited":
      editStructure(plan, event);
      // A plan that was taken back asks again, whatever was approved since.
      if (event.data.change_type === "restore") revokeAll(plan, event);
      // Whoever writes the budget anew has seen what it was raised to.
      if (
        event.data.changes.settings?.after.budget_usd !==
        event.data.changes.settings?.before.budget_usd
      )
        state.raised_budget_usd = null;
      return;
    case "plan.completed":
    case "plan.failed":
    case "plan.cancelled":
      state.status = event.type.slice("plan.".length) as "completed" | "failed" | "cancelled";
      state.completed_at = event.at;
      state.ending = null;
      state.paused = null;
      if (event.data.reason !== undefined) state.ended_because = event.data.reason;
      endSessions(plan);
      return;
    case "plan.reopened":
      delete state.acknowledged_at;
      if (state.goal?.phase === "reported") state.goal.phase = "planned";
      return reopen(plan, event.at);
    case "plan.archived":
    case "plan.unarchived":
      state.archived_at = event.type === "plan.archived" ? event.at : null;
      return;
    case "plan.acknowledged":
      state.acknowledged_at = event.at;
      return;
    case "todo.offered": {
      const todo = todoOf(plan, event.todo_id);
      todo.offered_at = event.at;
      fitWork(plan, todo);
      return;
    }
    case "todo.due_soon":
      todoOf(plan, event.todo_id).warned_of = event.data.due_at;
      plan.soon.delete(event.todo_id);
      return;
    case "todo.overdue":
      todoOf(plan, event.todo_id).reminded_of = event.data.due_at;
      plan.due.delete(event.todo_id);
      plan.soon.delete(event.todo_id);
      return;
    case "todo.released":
      moveTodo(plan, event.todo_id, "pending", event.at);
      return;
    case "todo.let_through":
      return letThrough(plan, event);
    case "todo.claimed":
    case "todo.started": {
      const todo = moveTodo(plan, event.todo_id, "in_progress", event.at);
      const { run, attempt } = { attempt: undefined, ...event.data };
      todo.run = run;
      todo.attempt = attempt ?? 1;
      if (attempt !== undefined) todo.first_attempt = attempt;
      delete todo.unfinished;
      todo.started_at = event.at;
      todo.error_message = null;
      todo.error_type = null;
      todo.progress_percentage = 0;
      todo.completed_by = null;
      todo.note = null;
      delete todo.kept_digest;
      if (todo.agent !== null) {
        todo.agent = attempt === undefined ? startedAnew(todo.agent) : triedAgain(todo.agent);
      }
      if (event.type === "todo.claimed") todo.claimed_by = event.by;
      return;
    }
    case "todo.delivered": {
      const { result, references, note } = event.data;
      const given = { by: event.by, result, references, ...(note !== undefined && { note }) };
      return deliver(plan, todoOf(plan, event.todo_id), given);
    }
    case "todo.completed": {
      const todo = todoOf(plan, event.todo_id);
      asksNoMore(plan, todo, event.at);
      return complete(plan, todo, event.data, event);
    }
    case "todo.failed": {
      const left = leaveUnfinished(plan, event.todo_id, event.data.error_type);
      const todo = Object.assign(moveTodo(plan, event.todo_id, "failed", event.at), left);
      todo.error_type = event.data.error_type;
      todo.error_message = event.data.message;
      todo.ended_seq = event.seq;
      if (event.data.asks) requestRecovery(plan, todo);
      return;
    }
    case "todo.attempt_failed": {
      const { error_type, message, attempt, retry_at } = event.data;
      const todo = waitForAttempt(plan, event, { at: retry_at, attempt: attempt + 1 });
      todo.error_type = error_type;
      todo.error_message = message;
      return;
    }
    case "todo.attempt_requeued":
      waitForAttempt(plan, event, { at: event.at, attempt: event.data.attempt });
      return;
    case "todo.attempt_started": {
      const todo = todoOf(plan, event.todo_id);
      const { attempt } = event.data;
      if (attempt !== todo.attempt) todo.retry_count += 1;
      todo.attempt = attempt;
      todo.updated_at = event.at;
      delete todo.next_attempt;
      if (todo.agent !== null) todo.agent = triedAgain(todo.agent);
      return;
    }
    case "todo.interrupted": {
      const left = leaveUnfinished(plan, event.todo_id);
      const todo = moveTodo(plan, event.todo_id, "pending", event.at);
      Object.assign(todo, { ...left, error_type: null, error_message: null });
      return;
    }
    case "todo.retried": {
      const todo = moveTodo(plan, event.todo_id, "pending", event.at);
      todo.retry_count += 1;
      fitStatus(plan, todo.id, event.at);
      return;
    }
    case "todo.rerun":
      return rerunTodos(plan, event);
    case "todo.kept": {
      const todo = moveTodo(plan, event.todo_id, "in_progress", event.at);
      moveTodo(plan, todo.id, "completed", event.at);
      todo.progress_percentage = 100;
      todo.completed_at = event.at;
      delete todo.kept_digest;
      return;
    }
    case "todo.skip_requested": {
      const { skip, reason } = event.data;
      todoOf(plan, event.todo_id).skipping = { by: event.by, reason, skip };
      return;
    }
    case "todo.skipped": {
      const { skip, reason: message } = event.data;
      return skipTodo(plan, event.todo_id, { skip, message }, event);
    }
    case "todo.reopened": {
      const todo = moveTodo(plan, event.todo_id, "blocked", event.at);
      todo.error_message = null;
      todo.error_type = null;
      todo.completed_at = null;
      delete todo.ended_seq;
      fitStatus(plan, todo.id, event.at);
      return;
    }
    case "agent.answered":
      return answerAgent(plan, event);
    case "human_query_requested":
      return blockForAnswer(plan, event);
    case "task_resumed_after_human_query":
      if (todoOf(plan, event.todo_id).blocker !== null)
        moveTodo(plan, event.todo_id, "in_progress", event.at);
      return;
    case "agent.turn": {
      const todo = todoOf(plan, event.todo_id);
      takeTurn(plan, todo, event.data, event.at);
      return answerAsBefore(plan, todo);
    }
    case "agent.countdown":
      return tickAgent(plan, event);
    case "agent.countdown_cancelled":
      return haltAgent(plan, event);
    case "agent.transcript_kept": {
      const todo = todoOf(plan, event.todo_id);
      const agent = todo.agent ?? NO_TURNS;
      todo.agent = { ...agent, transcripts: [...agent.transcripts, event.data.transcript] };
      return;
    }
    case "todo.cancelled": {
      const todo = moveTodo(plan, event.todo_id, "cancelled", event.at);
      todo.error_message = event.data.reason;
      if (event.data.error_type !== undefined) todo.error_type = event.data.error_type;
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
      if (isAsking(hold)) return openAsking(plan, hold);
      if (hold.kind === "proposal") plan.proposals.set(hold.id, hold);
      if (hold.todo_id === null) return;
      plan.newestHolds.set(hold.todo_id, hold);
      const todo = todoOf(plan, hold.todo_id);
      if (todo.status === "failed") return clearRecoveryRequest(plan, todo);
      // What asks now stands under nobody's word.
      if (hold.kind === "approval") takeBackApproval(todo);
      moveTodo(plan, todo.id, "needs_approval", event.at);
      return;
    }
    case "hold.decided":
      return moveByDecision(plan, event);
    case "hold.deciding":
      holdOf(plan, event.hold_id).deciding = event.data.deciding;
      return;
    case "hold.revoked":
      Object.assign(holdOf(plan, event.hold_id), event.data.change);
      plan.remembered.delete(event.hold_id);
      askAgain(plan, event.hold_id);
      return;
    case "hold.undone": {
      const hold = holdOf(plan, event.hold_id);
      if (hold.todo_id !== null && hold.deciding?.asks_anew === true) {
        plan.touched.add(hold.todo_id);
        plan.reasked.add(hold.todo_id);
      }
      Object.assign(hold, event.data.change);
      return;
    }
    case "hold.extended":
    case "hold.delegated":
    case "hold.revealed":
      Object.assign(holdOf(plan, event.hold_id), event.data.change);
      return;
    case "hold.due_soon":
      holdOf(plan, event.hold_id).warned_of = event.data.deadline_at;
      return;
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
      if (hold.kind === "proposal") {
        const why = say("proposal_closed", { why: event.data.reason });
        return endCause(plan, hold.proposal.cause, event.at, why);
      }
      if (isAsking(hold)) {
        const { reason } = event.data;
        return refuseAgent(plan, hold, { by: event.by, reason: english(reason) });
      }
      if (hold.todo_id !== null) {
        const todo = todoOf(plan, hold.todo_id);
        takeBackApproval(todo);
        if (event.type === "hold.stale" && todo.status === "failed") requestRecovery(plan, todo);
        if (event.type === "hold.stale" && todo.status === "needs_approval") {
          moveTodo(plan, todo.id, "pending", event.at);
          fitStatus(plan, todo.id, event.at);
        }
      }
      return;
    }
    case "session.registered":
    case "session.changed":
    case "session.leased":
    case "session.renewed":
    case "session.lease_expired":
    case "session.deleted":
    case "continuation.countdown":
    case "continuation.injected":
    case "continuation.acknowledged":
    case "continuation.cancelled":
    case "continuation.skipped":
      return moveSession(plan, event);
    default:
      event satisfies never;
  }
}

function movesTodos(event: PlanEvent): boolean {
  if (event.type === "plan.edited" || event.type === "plan.replan_requested") return true;
  return "todo_id" in event && event.todo_id !== undefined;
}

/** An agent whose attempt has ended waits for no answer any more, whatever it had asked. */
function asksNoMore(plan: Plan, { id, blocker }: TodoState, at: string): void {
  if (blocker !== null) moveTodo(plan, id, "in_progress", at);
}

function waitForAttempt(
  plan: Plan,
  { todo_id, at }: PlanEvent & { todo_id: string },
  next: NonNullable<TodoState["next_attempt"]>,
): TodoState {
  const todo = todoOf(plan, todo_id);
  asksNoMore(plan, todo, at);
  todo.next_attempt = next;
  todo.updated_at = at;
  delete todo.interrupted;
  return todo;
}

/** The command that an event came of, so that its repeat is answered and not done again. */
function remember(plan: Plan, event: PlanEvent): void {
  const { command_id, fingerprint } = event.data as Partial<CommandStamp>;
  if (command_id === undefined || fingerprint === undefined) return;
  const about = "hold_id" in event ? { hold_id: event.hold_id } : {};
  const seen = { command_id, fingerprint, seq: event.seq, ...about };
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

import { startedAnew, triedAgain } from "../agents/agent-state.ts";
import { fitStatus, rerunTodos } from "../edits/apply-structure.ts";
import { letThrough } from "../holds/let-through.ts";
import { todoOf, type Plan } from "../model/plan.ts";
import type { EventIn } from "../model/state/events.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { toolOf } from "../model/work.ts";
import { earlierEnd } from "../todos/earlier-ends.ts";
import { complete, requestRecovery, deliver, fitWork, moveTodo } from "../todos/move-todo.ts";
import { skipTodo } from "../todos/skip-todo.ts";
import { takeBackApproval } from "../todos/take-back-approval.ts";
import { leaveUnfinished } from "../todos/unfinished-run.ts";

/** From now on the plan asks before this tool runs; what waits for a place asks, too. */
function demandApproval(plan: Plan, tool: string): void {
  const { approval_tools = [], todos } = plan.state;
  if (!approval_tools.includes(tool)) plan.state.approval_tools = [...approval_tools, tool];
  for (const { id, status, work } of todos) {
    if (status === "pending" && toolOf(work) === tool) plan.fresh.add(id);
  }
}

/** Moves a todo by what happened to it. */
export function moveByTodoEvent(plan: Plan, event: EventIn<"todo">): void {
  switch (event.type) {
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
    case "todo.started":
      return begin(plan, event);
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
    case "todo.approval_demanded": {
      const left = leaveUnfinished(plan, event.todo_id);
      const todo = moveTodo(plan, event.todo_id, "pending", event.at);
      Object.assign(todo, { ...left, error_type: null, error_message: null });
      takeBackApproval(todo);
      return demandApproval(plan, event.data.tool_name);
    }
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
      // An approval is given for one run: another attempt of it needs no other, another run does.
      if (todo.unfinished === undefined) takeBackApproval(todo);
      todo.retry_count += 1;
      fitStatus(plan, todo.id, event.at);
      return;
    }
    case "todo.rerun":
      return rerunTodos(plan, event);
    case "todo.kept": {
      const todo = moveTodo(plan, event.todo_id, "in_progress", event.at);
      // A look at its result that the rerun broke off begins again.
      todo.in_review = earlierEnd(plan.state, todo.id)?.in_review === true;
      moveTodo(plan, todo.id, "completed", event.at);
      todo.progress_percentage = 100;
      todo.completed_at = event.at;
      todo.ended_seq ??= event.seq;
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
    case "todo.cancelled": {
      const todo = moveTodo(plan, event.todo_id, "cancelled", event.at);
      todo.error_message = event.data.reason;
      if (event.data.error_type !== undefined) todo.error_type = event.data.error_type;
      todo.completed_at = event.at;
      todo.ended_seq = event.seq;
      return;
    }
    default:
      event satisfies never;
  }
}

function begin(
  plan: Plan,
  event: EventIn<"todo"> & { type: "todo.claimed" | "todo.started" },
): void {
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
}

/** An agent whose attempt has ended waits for no answer any more, whatever it had asked. */
function asksNoMore(plan: Plan, { id, blocker }: TodoState, at: string): void {
  if (blocker !== null) moveTodo(plan, id, "in_progress", at);
}

function waitForAttempt(
  plan: Plan,
  { todo_id, at }: EventIn<"todo">,
  next: NonNullable<TodoState["next_attempt"]>,
): TodoState {
  const todo = todoOf(plan, todo_id);
  asksNoMore(plan, todo, at);
  todo.next_attempt = next;
  todo.updated_at = at;
  delete todo.interrupted;
  return todo;
}

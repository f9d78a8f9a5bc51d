import type { TodoDefinition } from "../../contract/plan/edit.ts";
import { jsonEqual } from "../model/digest.ts";
import { compareByRank } from "../model/order/plan-order.ts";
import { indexTodos, markDueIn, markTodo, todoOf, type Plan, isRunning } from "../model/plan.ts";
import type { PlanEvent } from "../model/state/events.ts";
import type { PlanState } from "../model/state/state.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { assignmentField } from "../todos/arguments.ts";
import { endsAt, keepEnd } from "../todos/earlier-ends.ts";
import { definitionOf, newTodoState, toStructure } from "../todos/flat-fields.ts";
import { moveTodo } from "../todos/move-todo.ts";
import { mayAsk } from "../todos/skip-todo.ts";
import { takeBackApproval } from "../todos/take-back-approval.ts";
import { leaveUnfinished } from "../todos/unfinished-run.ts";
import { isTakenOver } from "./check-changes.ts";
import { changedFields } from "./versions.ts";

/** Makes the changes of a new version, and gives every todo the status that follows from them. */
export function editStructure(plan: Plan, event: PlanEvent & { type: "plan.edited" }): void {
  const { state } = plan;
  const { changes, version, change_type, of_version, reason } = event.data;
  const removed = new Set<string>();
  const ends = endsAt(plan, event.data.ended_at?.seq ?? 0);
  for (const { todo_id, before, after } of changes.todos) {
    const todo = plan.todos.get(todo_id);
    markTodo(plan, todo_id);
    if (after === null) {
      removed.add(todo_id);
      if (todo !== undefined) keepEnd(plan, todo);
      rememberRuns(state, todo_id, todo?.run ?? 0);
    } else if (todo === undefined) {
      const run = runsBefore(state, todo_id);
      state.todos.push({ ...newTodoState(after), run, updated_at: event.at });
    } else {
      if (isRunning(todo) && isTakenOver(todo, { after })) {
        // Given back to its agent, it goes on where that was stopped.
        const left = leaveUnfinished(plan, todo_id);
        Object.assign(moveTodo(plan, todo_id, "pending", event.at), left);
      }
      if (asksOnOtherTerms(before, after)) askAnew(plan, todo_id);
      // Arguments that a person wrote when approving replaced these: they do not outlive a change.
      if (bindsOthers(before, after)) todo.approved_args = null;
      // What people were offered is another work now: it is offered anew.
      if (changedFields(before, after).some((field) => field !== "rank")) todo.offered_at = null;
      Object.assign(todo, toStructure(after), { updated_at: event.at });
    }
  }
  if (removed.size > 0) state.todos = state.todos.filter(({ id }) => !removed.has(id));
  state.todos.sort(compareByRank);
  const toldOthers = Object.hasOwn(changes.settings?.after ?? {}, "description")
    ? agentsToBegin(state)
    : [];
  // As with a todo's own fields: what a person wrote when approving does not outlive a change.
  for (const todo of toldOthers) todo.approved_args = null;
  Object.assign(state, changes.settings?.after);
  if (event.data.unreviewed === true) {
    state.status = "pending";
    state.started_at = null;
    markDueIn(plan);
  }
  state.next_todo = Math.max(state.next_todo, event.data.next_todo);
  state.version = version;
  const { at, by, seq } = event;
  state.versions.push({ version, change_type, at, by, reason, seq, changes, of_version });
  const again = event.data.ended_at?.todos ?? [];
  const moved = [...(event.data.reset ?? []), ...again].filter((id) => !removed.has(id));
  const present = new Map(state.todos.map((todo) => [todo.id, todo]));
  for (const id of moved) {
    const todo = present.get(id)!;
    resetTodo(plan, todo, event.at);
    if (again.includes(id)) endAgain(todo, ends.get(id)!, event.seq);
    markTodo(plan, id);
  }
  indexTodos(plan);
  for (const { todo_id } of changes.todos) {
    if (!removed.has(todo_id)) fitStatus(plan, todo_id, event.at);
  }
  for (const id of moved) {
    fitStatus(plan, id, event.at);
    for (const dependentId of plan.dependents.get(id) ?? []) fitStatus(plan, dependentId, event.at);
  }
  for (const { id } of toldOthers) fitStatus(plan, id, event.at);
  releaseUnfounded(plan, event.at);
}

/** Todos whose agents are still to be told what their plan is for. */
function agentsToBegin({ todos }: PlanState): TodoState[] {
  return todos.filter((todo) => todo.work.kind === "agent" && !isRunning(todo) && mayAsk(todo));
}

/** Nobody goes on with work that they claimed on something that is undone now. */
function releaseUnfounded(plan: Plan, at: string): void {
  for (const id of [...plan.work]) {
    if (plan.openDependencies.get(id) === 0 || todoOf(plan, id).claimed_by === null) continue;
    moveTodo(plan, id, "pending", at);
    fitStatus(plan, id, at);
  }
}

/** Has the todo's hold ask anew: now, or once what somebody has decided there is taken back. */
export function askAnew(plan: Plan, id: string): void {
  plan.touched.add(id);
  plan.reasked.add(id);
  for (const hold of plan.openHolds.values()) {
    if (hold.todo_id !== id || hold.deciding === null) continue;
    hold.deciding = { ...hold.deciding, asks_anew: true };
  }
}

/** Counting goes on when a removed todo comes back: a run's number is never used for two runs. */
function rememberRuns(state: PlanState, id: string, run: number): void {
  if (run > 0) state.removed_runs = { ...state.removed_runs, [id]: run };
}

function runsBefore({ removed_runs = {} }: PlanState, id: string): number {
  return Object.hasOwn(removed_runs, id) ? (removed_runs[id] ?? 0) : 0;
}

/** As if nothing had happened to the todo yet, but for the count of its runs. */
function resetTodo(plan: Plan, todo: TodoState, at: string): void {
  keepEnd(plan, todo);
  Object.assign(todo, { ...newTodoState(definitionOf(todo)), run: todo.run, updated_at: at });
  delete todo.approved_under;
  delete todo.kept_digest;
  delete todo.unfinished;
  delete todo.ended_seq;
  delete todo.asks_recovery;
  delete todo.upstream_failed;
}

/**
 * The todo ends as it had, now; its definition, and the count of its runs, are today's. A look at its result
 * that was broken off begins again.
 */
function endAgain(todo: TodoState, end: TodoState, seq: number): void {
  const { run, updated_at } = todo;
  const kept = { run, updated_at, ended_seq: seq };
  const today = { ...toStructure(definitionOf(todo)), ...kept };
  Object.assign(todo, end, today);
}

/** The plan goes on from its end: todos that were cancelled wait again. */
export function reopen(plan: Plan, at: string): void {
  const { state } = plan;
  const cancelled = state.todos.filter(({ status }) => status === "cancelled");
  const status = state.started_at === null ? "pending" : "running";
  Object.assign(state, { status, completed_at: null, ended_because: null, archived_at: null });
  for (const todo of cancelled) {
    resetTodo(plan, todo, at);
    markTodo(plan, todo.id);
  }
  indexTodos(plan);
  for (const { id } of cancelled) fitStatus(plan, id, at);
}

/** Sends a todo back to the start, and its completed dependents to wait whether their input changes. */
export function rerunTodos(plan: Plan, event: PlanEvent & { type: "todo.rerun" }): void {
  const todo = todoOf(plan, event.todo_id);
  delete todo.kept_digest;
  delete todo.unfinished;
  // Each approval is given for one run.
  takeBackApproval(todo);
  const rechecked = event.data.recheck.map(({ todo_id, input_digest }) => {
    const dependent = todoOf(plan, todo_id);
    dependent.kept_digest = input_digest;
    return dependent;
  });
  // Statuses first and indexes after: between them the counters of dependencies would be wrong.
  for (const again of [todo, ...rechecked]) {
    keepEnd(plan, again);
    again.status = again === todo ? "pending" : "blocked";
    again.skipped = null;
    again.in_review = false;
    again.offered_at = null;
    again.completed_at = null;
    again.progress_percentage = 0;
    again.retry_count = 0;
    again.updated_at = event.at;
    markTodo(plan, again.id);
  }
  indexTodos(plan);
  for (const dependentId of plan.dependents.get(todo.id) ?? [])
    fitStatus(plan, dependentId, event.at);
  for (const { id } of rechecked) {
    // What it waits for may be none of these.
    fitStatus(plan, id, event.at);
    for (const dependentId of plan.dependents.get(id) ?? []) fitStatus(plan, dependentId, event.at);
  }
  fitStatus(plan, todo.id, event.at);
}

/** A waiting todo is blocked while a dependency is open, and pending when none is. */
export function fitStatus(plan: Plan, id: string, at: string): void {
  const { status } = todoOf(plan, id);
  if (isRunning(todoOf(plan, id))) return;
  const open = plan.openDependencies.get(id) !== 0;
  if (status === "blocked" && !open) moveTodo(plan, id, "pending", at);
  if (status === "pending" && open) moveTodo(plan, id, "blocked", at);
  if (status === "needs_approval" || status === "failed") plan.touched.add(id);
}

const TERMS = [
  "timeout_seconds",
  "escalate_to",
  "on_timeout",
  "on_reject",
  "approvers",
  "min_approvals",
  "prevent_self_approval",
] as const satisfies readonly (keyof TodoDefinition["approval"])[];

/** Whether a request would have another deadline, or something else would follow from it. */
function asksOnOtherTerms(before: TodoDefinition | null, after: TodoDefinition): boolean {
  if (before === null) return false;
  const [was, is] = [before.approval, after.approval];
  return (
    before.optional !== after.optional || TERMS.some((term) => !jsonEqual(was[term], is[term]))
  );
}

/** Whether an approval of the one definition says nothing about the other. */
function bindsOthers(before: TodoDefinition | null, after: TodoDefinition): boolean {
  const bound = new Set<keyof TodoDefinition>([
    "tool_name",
    "tool_params",
    "input_data",
    "output_path",
    "task_queue",
    "agent_name",
    "agent_purpose",
    "expected_output",
  ]);
  const assigns = assignmentField(before);
  if (assigns !== undefined) bound.add(assigns);
  return changedFields(before, after).some((field) => bound.has(field));
}

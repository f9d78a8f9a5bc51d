import type { TodoDefinition } from "../contract/edit.ts";
import { compareByRank, definitionOf, newTodoState } from "./definition.ts";
import { moveTodo } from "./move-todo.ts";
import { indexTodos, todoOf, type Plan } from "./plan.ts";
import type { PlanEvent, PlanState, TodoState } from "./state.ts";
import { changedFields } from "./versions.ts";

/** Makes the changes of a new version, and gives every todo the status that follows from them. */
export function editStructure(plan: Plan, event: PlanEvent & { type: "plan.edited" }): void {
  const { state } = plan;
  const { changes, version, change_type, of_version, reason } = event.data;
  const removed = new Set<string>();
  for (const { todo_id, before, after } of changes.todos) {
    const todo = plan.todos.get(todo_id);
    if (after === null) {
      removed.add(todo_id);
      rememberRuns(state, todo_id, todo?.run ?? 0);
    } else if (todo === undefined) {
      const run = runsBefore(state, todo_id);
      state.todos.push({ ...newTodoState(after), run, updated_at: event.at });
    } else {
      // Arguments that a person wrote when approving replaced these: they do not outlive a change.
      if (bindsOthers(before, after)) todo.approved_args = null;
      Object.assign(todo, after, { updated_at: event.at });
    }
  }
  if (removed.size > 0) state.todos = state.todos.filter(({ id }) => !removed.has(id));
  state.todos.sort(compareByRank);
  Object.assign(state, changes.settings?.after);
  state.next_todo = Math.max(state.next_todo, event.data.next_todo);
  state.version = version;
  const { at, by, seq } = event;
  state.versions.push({ version, change_type, at, by, reason, seq, changes, of_version });
  const reset = (event.data.reset ?? []).filter((id) => !removed.has(id));
  const present = new Map(state.todos.map((todo) => [todo.id, todo]));
  for (const id of reset) resetTodo(present.get(id)!, event.at);
  indexTodos(plan);
  for (const { todo_id } of changes.todos) {
    if (!removed.has(todo_id)) fitStatus(plan, todo_id, event.at);
  }
  for (const id of reset) {
    fitStatus(plan, id, event.at);
    for (const dependentId of plan.dependents.get(id) ?? []) fitStatus(plan, dependentId, event.at);
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
function resetTodo(todo: TodoState, at: string): void {
  Object.assign(todo, { ...newTodoState(definitionOf(todo)), run: todo.run, updated_at: at });
  delete todo.kept_digest;
  delete todo.ended_seq;
  delete todo.asks_recovery;
}

/** Sends a todo back to the start, and its completed dependents to wait whether their input changes. */
export function rerunTodos(plan: Plan, event: PlanEvent & { type: "todo.rerun" }): void {
  const todo = todoOf(plan, event.todo_id);
  delete todo.kept_digest;
  const rechecked = event.data.recheck.map(({ todo_id, input_digest }) => {
    const dependent = todoOf(plan, todo_id);
    dependent.kept_digest = input_digest;
    return dependent;
  });
  // Statuses first and indexes after: between them the counters of dependencies would be wrong.
  for (const again of [todo, ...rechecked]) {
    again.status = again === todo ? "pending" : "blocked";
    again.completed_at = null;
    again.progress_percentage = 0;
    again.updated_at = event.at;
  }
  indexTodos(plan);
  for (const dependentId of plan.dependents.get(todo.id) ?? [])
    fitStatus(plan, dependentId, event.at);
  for (const { id } of rechecked) {
    for (const dependentId of plan.dependents.get(id) ?? []) fitStatus(plan, dependentId, event.at);
  }
  fitStatus(plan, todo.id, event.at);
}

/** A waiting todo is blocked while a dependency is open, and pending when none is. */
export function fitStatus(plan: Plan, id: string, at: string): void {
  const { status } = todoOf(plan, id);
  const open = plan.openDependencies.get(id) !== 0;
  if (status === "blocked" && !open) moveTodo(plan, id, "pending", at);
  if (status === "pending" && open) moveTodo(plan, id, "blocked", at);
  if (status === "needs_approval" || status === "failed") plan.touched.add(id);
}

/** Whether an approval of the one definition says nothing about the other. */
function bindsOthers(before: TodoDefinition | null, after: TodoDefinition): boolean {
  const bound = new Set<keyof TodoDefinition>([
    "tool_name",
    "tool_params",
    "input_data",
    "task_queue",
  ]);
  return changedFields(before, after).some((field) => bound.has(field));
}

import type { Hold } from "../contract/hold.ts";
import type { JsonObject } from "../contract/text.ts";
import type { TodoStatus } from "../contract/vocabulary.ts";
import type { PlanState, SeenCommand, TodoState } from "./state.ts";
import { ReadyQueue } from "./ready-queue.ts";
import { satisfiesDependents } from "./transitions.ts";

/**
 * A loaded plan: its state, and indexes that are derived from it and never serialised. With them
 * every event costs the same in a plan of 10,000 todos as in one of 100.
 */
export interface Plan {
  readonly state: PlanState;
  readonly todos: ReadonlyMap<string, TodoState>;
  readonly positions: ReadonlyMap<string, number>;
  /** For each todo, those that wait for it. */
  readonly dependents: ReadonlyMap<string, readonly string[]>;
  /** For each todo, how many of its dependencies are not satisfied yet. */
  readonly openDependencies: Map<string, number>;
  readonly counts: Record<TodoStatus, number>;
  readonly running: Set<string>;
  /** Ready todos that were not looked at since they became ready: the next settling sorts them. */
  readonly fresh: Set<string>;
  /** Ready todos that nothing but a free place keeps from starting. */
  readonly queue: ReadyQueue;
  readonly holds: Map<string, Hold>;
  readonly openHolds: Map<string, Hold>;
  /** For each todo that ever asked, its newest hold. */
  readonly newestHolds: Map<string, Hold>;
  readonly seen: Map<string, SeenCommand>;
  /** Arguments of running todos, as resolved when they started. */
  readonly runArgs: Map<string, JsonObject>;
}

/** Builds the indexes of a state. The state is kept, not copied. */
export function loadPlan(state: PlanState): Plan {
  const todos = new Map(state.todos.map((todo) => [todo.id, todo]));
  const dependents = new Map<string, string[]>();
  const openDependencies = new Map<string, number>();
  const counts: Record<TodoStatus, number> = {
    pending: 0,
    blocked: 0,
    needs_approval: 0,
    in_progress: 0,
    completed: 0,
    failed: 0,
    skipped: 0,
    cancelled: 0,
  };
  for (const todo of state.todos) {
    counts[todo.status] += 1;
    let open = 0;
    for (const id of todo.depends_on) {
      const dependency = todos.get(id);
      if (dependency === undefined) continue;
      const waiting = dependents.get(id);
      if (waiting === undefined) dependents.set(id, [todo.id]);
      else waiting.push(todo.id);
      if (!satisfiesDependents(dependency.status)) open += 1;
    }
    openDependencies.set(todo.id, open);
  }
  const withStatus = (status: TodoStatus): Set<string> =>
    new Set(state.todos.filter((todo) => todo.status === status).map((todo) => todo.id));
  return {
    state,
    todos,
    positions: new Map(state.todos.map((todo, position) => [todo.id, position])),
    dependents,
    openDependencies,
    counts,
    running: withStatus("in_progress"),
    fresh: withStatus("pending"),
    queue: new ReadyQueue(),
    holds: new Map(state.holds.map((hold) => [hold.id, hold])),
    openHolds: new Map(
      state.holds.filter((hold) => hold.status === "open").map((hold) => [hold.id, hold]),
    ),
    newestHolds: new Map(
      state.holds.flatMap((hold) => (hold.todo_id === null ? [] : [[hold.todo_id, hold]])),
    ),
    seen: new Map(state.seen.map((command) => [command.command_id, command])),
    runArgs: new Map(),
  };
}

/** The todo with this id. @throws Error when there is none: callers hold ids that the plan gave. */
export function todoOf(plan: Plan, id: string): TodoState {
  const todo = plan.todos.get(id);
  if (todo === undefined) throw new Error(`The plan has no todo "${id}".`);
  return todo;
}

/** Whether the plan has ended: nothing changes any more. */
export function isFinished(state: PlanState): boolean {
  return state.status !== "pending" && state.status !== "running";
}

/** Whether a todo waits for a person before it may run, by its own mark or the plan's rule. */
export function needsApproval(plan: Plan, todo: TodoState): boolean {
  return todo.requires_approval || plan.state.approval === "every_todo";
}

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
  readonly todos: Map<string, TodoState>;
  readonly positions: Map<string, number>;
  /** For each todo, those that wait for it. */
  readonly dependents: Map<string, string[]>;
  /** For each todo, how many of its dependencies are not satisfied yet. */
  readonly openDependencies: Map<string, number>;
  readonly counts: Record<TodoStatus, number>;
  readonly running: Set<string>;
  /** Ready todos that were not looked at since they became ready: the next settling sorts them. */
  readonly fresh: Set<string>;
  /** Failed todos about which a person is still to be asked. */
  readonly failing: Set<string>;
  /** Todos with an open hold that an edit touched: the next settling compares what they ask. */
  readonly touched: Set<string>;
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
  const plan: Plan = {
    state,
    todos: new Map(),
    positions: new Map(),
    dependents: new Map(),
    openDependencies: new Map(),
    counts: {
      pending: 0,
      blocked: 0,
      needs_approval: 0,
      in_progress: 0,
      completed: 0,
      failed: 0,
      skipped: 0,
      cancelled: 0,
    },
    running: new Set(),
    fresh: new Set(),
    failing: new Set(),
    touched: new Set(),
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
  indexTodos(plan);
  return plan;
}

/** Derives again what depends on which todos there are, in which order, and who waits for whom. */
export function indexTodos(plan: Plan): void {
  const { todos, positions, dependents, openDependencies, counts, running, fresh, failing } = plan;
  for (const index of [todos, positions, dependents, openDependencies, running, fresh, failing])
    index.clear();
  for (const status of Object.keys(counts) as TodoStatus[]) counts[status] = 0;
  plan.queue.clear();
  plan.state.todos.forEach((todo, position) => {
    todos.set(todo.id, todo);
    positions.set(todo.id, position);
    dependents.set(todo.id, []);
    counts[todo.status] += 1;
    if (todo.status === "in_progress") running.add(todo.id);
    if (todo.status === "pending") fresh.add(todo.id);
    if (todo.asks_recovery === true) failing.add(todo.id);
  });
  for (const todo of plan.state.todos) {
    let open = 0;
    for (const id of todo.depends_on) {
      const dependency = todos.get(id);
      if (dependency === undefined) continue;
      dependents.get(id)!.push(todo.id);
      if (!satisfiesDependents(dependency.status)) open += 1;
    }
    openDependencies.set(todo.id, open);
  }
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

/** Whether a person does the todo, by answering its question. */
export function isHuman(todo: TodoState): boolean {
  return todo.input_request !== null;
}

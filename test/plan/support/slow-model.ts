import type { PlanState } from "../../../src/plan/model/state/state.ts";
import type { TodoState } from "../../../src/plan/model/state/todo-state.ts";

/*
 * S0 §8 read a second time, without indexes: everything is recomputed from the plain state, todo by
 * todo. It shares no code with the plan core on purpose.
 */

/** Whether every dependency that the plan knows is completed, or skipped without stopping others. */
export function dependenciesDone(state: PlanState, todo: TodoState): boolean {
  for (const id of todo.depends_on) {
    for (const other of state.todos) {
      if (other.id !== id || other.status === "completed") continue;
      if (other.status !== "skipped" || other.skipped?.stops !== false) return false;
    }
  }
  return true;
}

export function asksFirst(
  state: PlanState,
  todo: Pick<TodoState, "work" | "requires_approval">,
): boolean {
  // Who does it by hand is asked for nothing before.
  const isAsked = state.approval === "every_todo" && todo.work.kind !== "manual";
  return todo.requires_approval || isAsked;
}

/** Whether only a free place is missing. */
function couldStart(state: PlanState, todo: TodoState): boolean {
  if (todo.status !== "pending" || !dependenciesDone(state, todo)) return false;
  if (todo.work.kind === "question" || todo.work.kind === "manual") return false;
  return !asksFirst(state, todo) || todo.approved_digest !== null;
}

/** Whether the plan as a whole lets todos start. */
export function letsStart(state: PlanState): boolean {
  if (state.paused !== null || state.ending !== null) return false;
  if (state.status !== "pending" && state.status !== "running") return false;
  if (!state.plan_review || state.status === "running") return true;
  return state.holds.some(
    ({ kind, status, plan_version }) =>
      kind === "plan_review" && status === "approved" && plan_version === state.version,
  );
}

export function runningCount(state: PlanState): number {
  let count = 0;
  for (const { status, work } of state.todos) {
    if (status === "in_progress" && work.kind !== "manual") count += 1;
  }
  return count;
}

/**
 * The todo that starts next by S0 §8.1: higher priority, then older, then first written.
 * @param written the ids in the order in which a person wrote them; null once people may have moved
 * todos: then their ranks say who is older.
 */
export function pickNext(state: PlanState, written: readonly string[] | null): string | null {
  let best: TodoState | null = null;
  for (const todo of state.todos) {
    if (!couldStart(state, todo)) continue;
    if (best === null || goesBefore(todo, best, written)) best = todo;
  }
  return best === null ? null : best.id;
}

function goesBefore(a: TodoState, b: TodoState, written: readonly string[] | null): boolean {
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (written === null) return a.rank === b.rank ? a.id < b.id : a.rank < b.rank;
  const ageA = new Date(a.created_at).getTime();
  const ageB = new Date(b.created_at).getTime();
  if (ageA !== ageB) return ageA < ageB;
  return written.indexOf(a.id) < written.indexOf(b.id);
}

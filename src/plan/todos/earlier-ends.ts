import type { Plan } from "../model/plan.ts";
import type { PlanState } from "../model/state/state.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { hasEnded } from "../model/transitions.ts";

/** How many ends that were taken back a plan remembers; with results they may be large. */
const EARLIER_ENDS = 1_000;

/** Whether a todo has ended in a way to return to: what was only cancelled comes to nothing. */
export function leavesCheckpoint({ status, ended_seq }: TodoState): boolean {
  return ended_seq !== undefined && hasEnded(status) && status !== "cancelled";
}

/**
 * Keeps how a todo ended before it goes back, so that its checkpoint stays one to return to.
 */
export function keepEnd({ state, newestHolds }: Plan, todo: TodoState): void {
  if (!leavesCheckpoint(todo)) return;
  // Who was asked about the failure then is asked again.
  const asked = todo.status === "failed" && newestHolds.get(todo.id)?.kind === "recovery";
  const kept = { ...todo, ...(asked && { asks_recovery: true }) };
  state.earlier_ends.push({ todo: kept, until: state.seq });
  if (state.earlier_ends.length > EARLIER_ENDS) state.earlier_ends.shift();
}

/** How each todo that had ended at a moment of the log had ended, by id. */
export function endsAt(state: PlanState, seq: number): Map<string, TodoState> {
  const earlier = state.earlier_ends.filter(({ until }) => seq < until).map(({ todo }) => todo);
  const ended = [...earlier, ...state.todos].filter(
    ({ status, ended_seq = Infinity }) => hasEnded(status) && ended_seq <= seq,
  );
  return new Map(ended.map((todo) => [todo.id, todo]));
}

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
export function keepEnd(plan: Plan, todo: TodoState): void {
  if (!leavesCheckpoint(todo)) return;
  const { earlier_ends: kept, seq } = plan.state;
  kept.push({ todo: asItEnded(plan, todo), until: seq });
  if (kept.length > EARLIER_ENDS) kept.shift();
}

/** How a todo that went back had ended before, or undefined when that is not remembered. */
export function earlierEnd({ earlier_ends }: PlanState, id: string): TodoState | undefined {
  return earlier_ends.findLast(({ todo }) => todo.id === id)?.todo;
}

/** How each todo that had ended at a moment of the log had ended, by id; copies, which nothing changes any more. */
export function endsAt(plan: Plan, seq: number): Map<string, TodoState> {
  const { earlier_ends, todos } = plan.state;
  const earlier = earlier_ends.filter(({ until }) => seq < until).map(({ todo }) => todo);
  const ended = (todo: TodoState): boolean =>
    hasEnded(todo.status) && (todo.ended_seq ?? Infinity) <= seq;
  const standing = todos.filter(ended).map((todo) => asItEnded(plan, todo));
  return new Map([...earlier.filter(ended), ...standing].map((todo) => [todo.id, todo]));
}

/** Who was asked about a failure is asked again where the todo ends so once more. */
function asItEnded({ newestHolds }: Plan, todo: TodoState): TodoState {
  const asked = todo.status === "failed" && newestHolds.get(todo.id)?.kind === "recovery";
  return { ...todo, ...(asked && { asks_recovery: true }) };
}

import type { PlanState } from "../model/state/state.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { hasEnded } from "../model/transitions.ts";

/**
 * When a todo ended, whichever way; null while it goes on. Of a failure only the log keeps the moment;
 * when that part of the log is archived, it is when the todo was last changed.
 */
export function endedAt(
  { events }: Pick<PlanState, "events">,
  { id, status, completed_at, updated_at, ended_seq = Infinity }: TodoState,
): string | null {
  if (completed_at !== null || !hasEnded(status)) return completed_at;
  // A failure that a person was asked about in vain ended before that, and one that is gone back to, then.
  const end = events.findLast(
    ({ type, todo_id, seq }) =>
      (type === "todo.failed" || type === "hold.expired") && todo_id === id && seq <= ended_seq,
  );
  return end?.at ?? updated_at;
}

import type { Skip, Todo } from "../../contract/plan/todo.ts";
import type { TodoStatus } from "../../contract/tables/vocabulary.ts";

/**
 * Which status a todo may take next: S0 §2.3 as it stands, plus the edges that S0's own flows need
 * and its table lacks, each with the flow that needs it.
 */
export const TRANSITIONS = {
  pending: [
    "in_progress",
    "blocked",
    "needs_approval",
    "cancelled",
    "skipped", // extension: S2's operator skips a todo that has not started
    "failed", // extension: its input refers to a value that is not there
  ],
  blocked: [
    "pending",
    "in_progress", // extension: S4, a person has answered what its agent asked
    "cancelled",
    "skipped", // extension: as for pending
    "failed", // extension: S0 §7.2, a todo that it waits for failed, and a person is asked
  ],
  needs_approval: [
    "pending",
    "cancelled",
    "skipped", // extension: S0 §5.4, a rejected approval skips the todo
    "failed", // extension: S0 §5.4, an approval that timed out fails the todo
  ],
  in_progress: [
    "blocked", // extension: S4, its agent needs an answer of a person
    "completed",
    "failed",
    "cancelled", // extension: the plan is cancelled while the todo runs
    "pending", // extension: a pause interrupted it, or who had claimed it gave it back
    "skipped", // extension: as for pending; a tool is told to stop before
  ],
  completed: [
    "pending", // extension: a rerun that a person asked for
    "blocked", // extension: a todo that it depends on runs again
  ],
  failed: [
    "pending",
    "skipped",
    "cancelled",
    "blocked", // extension: an edit gives it another dependency before its retry
  ],
  skipped: [
    "pending", // extension: as for completed
    "blocked",
  ],
  cancelled: [],
} as const satisfies Record<TodoStatus, readonly TodoStatus[]>;

/** Whether a todo in status `from` may take status `to`. */
export function canMove(from: TodoStatus, to: TodoStatus): boolean {
  return (TRANSITIONS[from] as readonly TodoStatus[]).includes(to);
}

/** What decides whether todos that wait for this one may run. */
export type Outcome = Pick<Todo, "status"> & {
  readonly skipped: Pick<Skip, "stops"> | null;
  /** Of a completed one: a model, or a person, is still at what it gave. */
  readonly in_review?: boolean;
};

/** Whether a todo satisfies those that wait for it: a skipped one does (S2) unless it stops them. */
export function satisfiesDependents(todo: Outcome): boolean {
  if (todo.status === "completed") return todo.in_review !== true;
  return todo.status === "skipped" && !stopsDependents(todo);
}

/** Whether what can only run after a todo is skipped because the todo is. */
export function stopsDependents({ status, skipped }: Outcome): boolean {
  return status === "skipped" && skipped?.stops === true;
}

/** Whether nothing more happens to a todo by itself. */
export function hasEnded(status: TodoStatus): boolean {
  return (
    status === "completed" || status === "failed" || status === "skipped" || status === "cancelled"
  );
}

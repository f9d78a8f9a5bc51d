import {
  TODO_STATUSES,
  type TodoAction,
  type TodoStatus,
} from "../../contract/tables/vocabulary.ts";
import { canMove } from "../../plan/model/transitions.ts";

/** How a person's word gives a todo another status: by an action, or by deciding its hold. */
export type Move = { readonly action: TodoAction } | { readonly decision: "approve" | "reject" };

/** The ways from each status that a person has; all others are the plan's own. */
const MOVES: Partial<Record<TodoStatus, Partial<Record<TodoStatus, Move>>>> = {
  pending: { skipped: { action: "skip" } },
  blocked: { skipped: { action: "skip" } },
  needs_approval: {
    pending: { decision: "approve" },
    skipped: { action: "skip" },
    failed: { decision: "reject" },
  },
  in_progress: { skipped: { action: "skip" } },
  failed: { pending: { action: "retry" }, skipped: { action: "skip" } },
  completed: { pending: { action: "rerun" } },
  skipped: { pending: { action: "rerun" } },
};

export type StatusChange =
  | { readonly kind: "move"; readonly move: Move }
  /** The todo is what it is to become. */
  | { readonly kind: "same" }
  /** There is such a way, but only the plan's own work takes it. */
  | { readonly kind: "by_itself"; readonly allowed: readonly TodoStatus[] }
  | { readonly kind: "illegal"; readonly allowed: readonly TodoStatus[] };

/** How a todo gets from one status to another by a person's word, or what it could become instead. */
export function statusChange(from: TodoStatus, to: TodoStatus): StatusChange {
  if (from === to) return { kind: "same" };
  const move = MOVES[from]?.[to];
  if (move !== undefined) return { kind: "move", move };
  const allowed = TODO_STATUSES.filter((status) => MOVES[from]?.[status] !== undefined);
  return { kind: canMove(from, to) ? "by_itself" : "illegal", allowed };
}

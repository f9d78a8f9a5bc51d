import {
  TODO_STATUSES,
  type TodoAction,
  type TodoStatus,
  type WorkAction,
  type WorkKind,
} from "../../contract/tables/vocabulary.ts";
import { canMove } from "../../plan/model/transitions.ts";
import { WORK } from "../../plan/model/work.ts";

/**
 * How a person's word gives a todo another status: by an action, by deciding its hold, or by what they
 * say about work of their own.
 */
export type Move =
  | { readonly action: TodoAction }
  | { readonly decision: "approve" | "reject" }
  | { readonly work: WorkAction };

type Moves = Partial<Record<TodoStatus, Partial<Record<TodoStatus, Move>>>>;

/** The ways from each status that a person has; all others are the plan's own. */
const MOVES: Moves = {
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

/** Those of what people do themselves, besides: nobody has to claim it before. */
const MOVES_BY_HAND: Moves = {
  pending: {
    in_progress: { work: "claim" },
    completed: { work: "done" },
    failed: { work: "cannot" },
  },
  in_progress: {
    pending: { work: "release" },
    completed: { work: "done" },
    failed: { work: "cannot" },
  },
};

export type StatusChange =
  | { readonly kind: "move"; readonly move: Move }
  /** The todo is what it is to become. */
  | { readonly kind: "same" }
  /** There is such a way, but only the plan's own work takes it. */
  | { readonly kind: "by_itself"; readonly allowed: readonly TodoStatus[] }
  | { readonly kind: "illegal"; readonly allowed: readonly TodoStatus[] };

/**
 * How a todo of this kind of work gets from one status to another by a person's word, or what it could
 * become instead.
 */
export function statusChange(from: TodoStatus, to: TodoStatus, kind: WorkKind): StatusChange {
  if (from === to) return { kind: "same" };
  const byHand = WORK[kind].completedBy === "person" ? MOVES_BY_HAND[from] : {};
  const moves = { ...MOVES[from], ...byHand };
  const move = moves[to];
  if (move !== undefined) return { kind: "move", move };
  const allowed = TODO_STATUSES.filter((status) => moves[status] !== undefined);
  return { kind: canMove(from, to) ? "by_itself" : "illegal", allowed };
}

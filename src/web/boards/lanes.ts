import type { Board, BoardTodo } from "../../contract/plan/board.ts";
import { TODO_STATUSES, type TodoStatus } from "../../contract/tables/vocabulary.ts";

/** How a plan's todos can be looked at. */
export const VIEWS = ["list", "graph", "kanban", "timeline"] as const;
export type View = (typeof VIEWS)[number];

/** What each of these ways is told. */
export interface Viewed {
  readonly board: Board;
  /** The todo that is looked at beside them. */
  readonly openTodo: string | undefined;
}

/** What todos do, in a word: what needs somebody's eye comes first. */
export const LANES = [
  "failed",
  "waiting",
  "running",
  "ready",
  "blocked",
  "done",
  "skipped",
] as const;
export type Lane = (typeof LANES)[number];

const LANE_OF: Readonly<Record<TodoStatus, Lane>> = {
  failed: "failed",
  needs_approval: "waiting",
  in_progress: "running",
  pending: "ready",
  blocked: "blocked",
  completed: "done",
  skipped: "skipped",
  cancelled: "skipped",
};

/** What may stand in a lane; those that wait for a person with a hold are on the board, however large the plan. */
export function statusesOf(lane: Lane): TodoStatus[] {
  const statuses = TODO_STATUSES.filter((status) => LANE_OF[status] === lane);
  return lane === "waiting" ? [...statuses, "pending"] : statuses;
}

/**
 * How many todos of the plan stand in a lane, those that a large plan's board does not hold too. Of what is
 * ready there, some may be work for people, which the board cannot tell: both lanes have at least so many.
 */
export function laneCount(
  { plan, todos }: Board,
  lane: Lane,
  onBoard: number,
): { readonly count: number; readonly isLeast: boolean } {
  const beyond = (status: TodoStatus): number =>
    (plan.progress.counts[status] ?? 0) - todos.filter((todo) => todo.status === status).length;
  const isUnsure = (lane === "ready" || lane === "waiting") && beyond("pending") > 0;
  if (isUnsure || todos.length >= plan.todo_count) return { count: onBoard, isLeast: isUnsure };
  const more = statusesOf(lane).reduce((sum, status) => sum + Math.max(0, beyond(status)), 0);
  return { count: onBoard + more, isLeast: false };
}

/** The lane of each todo of a board: whatever waits for a person has one of its own. */
export function lanesOf({ todos, holds }: Pick<Board, "todos" | "holds">): Map<string, Lane> {
  const asked = new Set(holds.map(({ todo_id }) => todo_id));
  const laneOf = ({ id, status, kind, blocker }: BoardTodo): Lane => {
    if (asked.has(id) || blocker !== null) return "waiting";
    const isWork = kind === "manual" && (status === "pending" || status === "in_progress");
    return isWork ? "waiting" : LANE_OF[status];
  };
  return new Map(todos.map((todo) => [todo.id, laneOf(todo)]));
}

import type { Board, BoardTodo } from "../../contract/plan/board.ts";
import type { TodoStatus } from "../../contract/tables/vocabulary.ts";

/** How a plan's todos can be looked at. */
export const VIEWS = ["list", "graph", "kanban", "timeline"] as const;
export type View = (typeof VIEWS)[number];

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

/** The lane of each todo of a board: whatever waits for a person has one of its own. */
export function lanesOf({ todos, holds }: Pick<Board, "todos" | "holds">): Map<string, Lane> {
  const asked = new Set(holds.map(({ todo_id }) => todo_id));
  const laneOf = ({ id, status, kind, blocker }: BoardTodo): Lane => {
    if (asked.has(id) || blocker != null) return "waiting";
    const isWork = kind === "manual" && (status === "pending" || status === "in_progress");
    return isWork ? "waiting" : LANE_OF[status];
  };
  return new Map(todos.map((todo) => [todo.id, laneOf(todo)]));
}

import { agentOf } from "../../compat/s1-view.ts";
import type { Board, BoardTodo } from "../../contract/plan/board.ts";
import type { Checkpoint } from "../../contract/plan/edit.ts";
import type { TodoDetail } from "../../contract/plan/plan.ts";

/*
 * What programs read of a conversation (`chat --json`) has the fields that seed S2 (phase 4) names,
 * beside our own.
 */

/** Statuses that S2 counts as pending: what has not begun. */
const NOT_BEGUN = ["pending", "blocked", "needs_approval"];

/** S2's answer to `/todos`. */
export function todosData(board: Board, checkpoints: readonly Checkpoint[]) {
  const { counts } = board.plan.progress;
  const count = (...statuses: string[]): number =>
    statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  const { holds, schedule } = board;
  const asked = holds.find(({ todo_id }) => todo_id !== null)?.todo_id;
  return {
    ...board,
    todos: board.todos.map((todo) => todoData(todo)),
    summary: {
      total: board.plan.todo_count,
      pending: count(...NOT_BEGUN),
      in_progress: count("in_progress"),
      completed: count("completed"),
      failed: count("failed"),
      skipped: count("skipped"),
    },
    /** What waits for a person, else what runs or comes next. */
    current_todo_id: asked ?? schedule.running[0] ?? schedule.next[0] ?? null,
    checkpoint_id: checkpoints.at(-1)?.checkpoint_id ?? null,
  };
}

/** S2's answer to `/checkpoint list`. */
export function checkpointsData(checkpoints: readonly Checkpoint[]) {
  return {
    checkpoints: checkpoints.map((checkpoint) => ({ ...checkpoint, node: checkpoint.phase })),
  };
}

/** S2's words for a todo. S2 knows agents only: whoever S1's view names is one. */
export function todoData<Shown extends BoardTodo | TodoDetail>(todo: Shown) {
  const { title: name, depends_on: dependencies } = todo;
  return {
    ...todo,
    name,
    agent_name: agentOf(todo),
    dependencies,
    duration: secondsOf(todo),
  };
}

/** How long it took, or null before its end. */
function secondsOf({ started_at, completed_at }: BoardTodo | TodoDetail): number | null {
  if (started_at === null || completed_at === null) return null;
  return (Date.parse(completed_at) - Date.parse(started_at)) / 1_000;
}

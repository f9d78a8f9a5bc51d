import { toS1Step } from "../../compat/s1-view.ts";
import type { Board } from "../../contract/plan/board.ts";
import type { Checkpoint } from "../../contract/plan/edit.ts";
import type { Todo } from "../../contract/plan/todo.ts";

/*
 * What programs read of a conversation (`chat --json`) has the fields that seed S2 (phase 4) names,
 * beside our own.
 */

/** Statuses that S2 counts as pending: what has not begun. */
const NOT_BEGUN = ["pending", "blocked", "needs_approval"];

/** S2's answer to `/todos`. @param todos all of the plan's, whole. */
export function todosData(
  board: Board,
  todos: readonly Todo[],
  checkpoints: readonly Checkpoint[],
) {
  const { counts } = board.plan.progress;
  const count = (...statuses: string[]): number =>
    statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  const { holds, schedule } = board;
  const asked = holds.find(({ todo_id }) => todo_id !== null)?.todo_id;
  return {
    ...board,
    todos: todos.map((todo) => todoData(todo)),
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

/**
 * A todo with every field of S2's SupervisorTodo (`to_dict`), in S2's words where ours are others. S2 knows agents only:
 * whoever S1's view names is one.
 */
export function todoData<Shown extends Todo>(todo: Shown) {
  const { title: name, depends_on: dependencies, error_message: error, context } = todo;
  const step = toS1Step(todo, []);
  const { agent_name, timeout, optional, input_mapping, execution_time_ms } = step;
  return {
    ...todo,
    name,
    agent_name,
    dependencies,
    /** Seconds; null before its end. */
    duration: execution_time_ms === null ? null : execution_time_ms / 1_000,
    // S2's converter keeps these there.
    metadata: { ...context, timeout, optional, input_mapping },
    error,
  };
}

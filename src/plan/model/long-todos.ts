import type { Todo } from "../../contract/plan/todo.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import type { TodoState } from "./state/todo-state.ts";

/** Above this timeout a todo counts as long. */
const LONG_SECONDS = 300;

/** What tells whether a todo is long. */
type Length = Pick<Todo, "kind" | "timeout_seconds" | "task_queue">;

/**
 * Whether a todo may run so long that it gets a workflow of its own: an agent waits for people, and what other
 * workers do waits for as long as none of them is there.
 */
export function isLong({
  timeout_seconds,
  work,
}: Pick<TodoState, "timeout_seconds" | "work">): boolean {
  const task_queue = work.kind === "tool" ? work.task_queue : null;
  return lastsLong({ kind: work.kind, timeout_seconds, task_queue });
}

function lastsLong({ kind, timeout_seconds, task_queue }: Length): boolean {
  return timeout_seconds > LONG_SECONDS || kind === "agent" || task_queue !== null;
}

/** The workflow whose history tells of a plan, or of one of its todos. */
export function workflowIdOf(planId: string, todo?: Length & Pick<Todo, "id">): string {
  const plan = `${TEMPORAL_NAMES.plan_prefix}${planId}`;
  return todo !== undefined && lastsLong(todo) ? `${plan}.${todo.id}` : plan;
}

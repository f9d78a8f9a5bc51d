import type { Todo } from "../../contract/plan/todo.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";

/** Above this timeout a todo counts as long. */
const LONG_SECONDS = 300;

/** Whether a todo may run so long that it gets a workflow of its own; an agent waits for people. */
export function isLong(
  { timeout_seconds }: Pick<Todo, "timeout_seconds">,
  kind: Todo["kind"],
): boolean {
  return timeout_seconds > LONG_SECONDS || kind === "agent";
}

/** The workflow whose history tells of a plan, or of one of its todos. */
export function workflowIdOf(
  planId: string,
  todo?: Pick<Todo, "id" | "kind" | "timeout_seconds">,
): string {
  const plan = `${TEMPORAL_NAMES.plan_prefix}${planId}`;
  return todo !== undefined && isLong(todo, todo.kind) ? `${plan}.${todo.id}` : plan;
}

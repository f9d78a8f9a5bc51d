import { WRITE_OUTPUT } from "../../contract/tables/temporal-names.ts";

const RUN = /^(?:todo\.)?(([^.]+)\.[0-9]+)(?:\.output)?$/;
/** What a plan does besides its todos is called so and numbered, too. */
const OTHERS: readonly string[] = ["goal", "replan", "segment"];

/**
 * What a todo's run is called among its plan's activities: `<todo>.<run>`. Temporal fails the workflow task that
 * starts a second activity under a name.
 */
export function todoActivityId(todoId: string, run: number): string {
  return OTHERS.includes(todoId) ? `todo.${todoId}.${run}` : `${todoId}.${run}`;
}

/**
 * The todo's run whose tool an activity calls, or whose result it writes; undefined for any other.
 * @param type what the activity does.
 */
export function runOfActivity(
  activityId: string,
  type: string,
): { readonly todo_id: string; readonly key: string } | undefined {
  if (type.startsWith("holdpoint.") && type !== WRITE_OUTPUT) return undefined;
  const [, key, todo_id = ""] = RUN.exec(activityId) ?? [];
  return key === undefined ? undefined : { todo_id, key };
}

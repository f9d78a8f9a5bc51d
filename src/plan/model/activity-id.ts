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

/** An activity under way, as Temporal describes it. */
interface TemporalActivity {
  readonly activityId?: string | null;
  readonly activityType?: { readonly name?: string | null } | null;
}

/**
 * The todo's run whose tool an activity calls, or whose result it writes; undefined for any other.
 */
export function runOfActivity({
  activityId,
  activityType,
}: TemporalActivity): { readonly todo_id: string; readonly key: string } | undefined {
  const type = activityType?.name ?? "";
  if (type.startsWith("holdpoint.") && type !== WRITE_OUTPUT) return undefined;
  const [, key, todo_id = ""] = RUN.exec(activityId ?? "") ?? [];
  return key === undefined ? undefined : { todo_id, key };
}

import { NewPlanSchema } from "../../../contract/plan/plan.ts";
import type { JsonObject } from "../../../contract/text.ts";
import { words } from "../../messages/i18n.ts";
import { listedTitles } from "./listed-titles.ts";

/** Which todos ask a person although their plan does not say so. No line when there are none. */
export function demandedNote(
  todos: readonly {
    readonly title: string;
    readonly requires_approval?: boolean | undefined;
    readonly isDemanded: boolean;
  }[],
): string[] {
  const asking = todos.filter((todo) => todo.isDemanded && todo.requires_approval !== true);
  return asking.length === 0 ? [] : [words("tools_ask", { todos: listedTitles(asking) })];
}

/** The todos of a plan that is fine as it is written, and whether their tools have to ask; none of a goal. */
export function writtenTodos(plan: JsonObject, demanding: readonly string[]) {
  const { success, data } = NewPlanSchema.safeParse(plan);
  const todos = success ? data.todos : [];
  return todos.map((todo) => ({ ...todo, isDemanded: demanding.includes(todo.tool_name ?? "") }));
}

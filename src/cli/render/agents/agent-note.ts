import { NewPlanSchema } from "../../../contract/plan/plan.ts";
import type { JsonObject } from "../../../contract/text.ts";
import { nearestName } from "../../../text/nearest-name.ts";
import { words } from "../../messages/i18n.ts";
import { oneLine } from "../../terminal/printable.ts";
import { listedTitles } from "../holds/listed-titles.ts";

/**
 * Which agents of a plan there are not. They may be saved later, so the plan is taken; a mistyped name would only
 * show when its todo fails.
 * @param told what is said of an agent that is not among the known ones.
 */
export function agentNote(
  plan: JsonObject,
  known: readonly string[],
  told: "agent_unknown" | "agent_not_configured",
): string[] {
  const { success, data } = NewPlanSchema.safeParse(plan);
  if (!success) return [];
  const named = data.todos.filter(({ task_queue }) => task_queue == null);
  const names = new Set(named.flatMap(({ agent_name }) => agent_name ?? []));
  return [...names]
    .filter((name) => !known.includes(name))
    .map((name) => {
      const nearest = nearestName(name, known);
      const todos = listedTitles(named.filter(({ agent_name }) => agent_name === name));
      const said = words(told, { name: oneLine(name), todos });
      return nearest === undefined ? said : `${said} ${words("agent_meant", { nearest })}`;
    });
}

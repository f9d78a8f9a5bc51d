import { NewPlanSchema } from "../../../contract/plan/plan.ts";
import type { JsonObject } from "../../../contract/text.ts";
import { isStepped } from "../../../plan/model/plan.ts";
import { toSource } from "../../../plan/todos/flat-fields.ts";
import { words } from "../../messages/i18n.ts";
import { span } from "../../messages/span.ts";
import { listedTitles } from "./listed-titles.ts";

/**
 * What whoever writes a plan has to know: which todos give up when nobody answers in time, although
 * the plan says nothing of that. No line when there are none, or when the plan is wrong.
 */
export function deadlineNote(plan: JsonObject): string[] {
  const { success, data } = NewPlanSchema.safeParse(plan);
  if (!success || "approval_timeout_seconds" in plan) return [];
  const { todos, approval_timeout_seconds: seconds } = data;
  const silent = todos.filter(
    ({ approval: { timeout_seconds, on_timeout, escalate_to }, ...todo }) =>
      timeout_seconds === undefined &&
      on_timeout === undefined &&
      escalate_to === undefined &&
      // A question waits.
      todo.input_request == null &&
      (todo.requires_approval === true || isStepped(data, toSource(todo).kind)),
  );
  if (silent.length === 0) return [];
  const after = span(seconds * 1_000);
  return [words("gives_up", { after, todos: listedTitles(silent) })];
}

import type { PlanChanges, PlanSettings } from "../../../contract/plan/edit.ts";
import type { ApprovalSettings } from "../../../contract/plan/todo.ts";
import type { Json, JsonObject } from "../../../contract/text.ts";
import { jsonEqual } from "../digest.ts";

/** What of a todo says what people decide about it, beside how it asks. */
const OF_TODO: Readonly<Record<"requires_approval" | "optional" | "failure", boolean>> = {
  requires_approval: true,
  optional: true,
  failure: true,
};
/** Whether a field is about what people decide, and not only about how it reads. */
const OF_APPROVAL: Readonly<Record<keyof ApprovalSettings, boolean>> = {
  message: false,
  labels: false,
  timeout_seconds: true,
  escalate_to: true,
  on_timeout: true,
  on_reject: true,
  always_ask: true,
  approvers: true,
  min_approvals: true,
  prevent_self_approval: true,
};
const OF_PLAN: Readonly<Record<keyof PlanSettings, boolean>> = {
  title: false,
  description: false,
  max_parallel: false,
  tags: false,
  budget_usd: true,
  approval: true,
  approval_policy: true,
  failure: true,
  replan_policy: true,
};

/**
 * What an edit has changed of what people decide, as it was and as it is: whoever reads the log sees whether less is
 * asked since. What is null is not said there.
 */
export function controlsIn({ todos, settings }: PlanChanges): JsonObject[] {
  const ofTodos = todos.flatMap(({ todo_id, before, after }) => {
    if (before === null || after === null) return [];
    const fields = [
      ...differing(OF_TODO, before, after),
      ...differing(OF_APPROVAL, before.approval, after.approval, "approval/"),
    ];
    return fields.map((changed) => ({ todo_id, ...changed }));
  });
  return [...ofTodos, ...(settings ? differing(OF_PLAN, settings.before, settings.after) : [])];
}

function differing<Name extends string>(
  telling: Readonly<Record<Name, boolean>>,
  was: { readonly [name in Name]?: unknown },
  is: { readonly [name in Name]?: unknown },
  within = "",
): JsonObject[] {
  const names = (Object.keys(telling) as Name[]).filter((name) => telling[name]);
  return names.flatMap((name) => {
    const [before, after] = [was[name] ?? null, is[name] ?? null] as [Json, Json];
    return jsonEqual(before, after) ? [] : [{ field: within + name, before, after }];
  });
}

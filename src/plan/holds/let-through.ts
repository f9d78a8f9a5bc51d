import { todoOf, type Plan } from "../model/plan.ts";
import type { PlanEvent } from "../model/state/events.ts";
import { takeBackApproval } from "../todos/take-back-approval.ts";

/** A todo may run because an approval that is remembered counts for it. */
export function letThrough(plan: Plan, event: PlanEvent & { type: "todo.let_through" }): void {
  const { hold_id, approved_by, digest } = event.data;
  const todo = todoOf(plan, event.todo_id);
  todo.approved_by = approved_by;
  todo.approved_at = event.at;
  todo.approved_digest = digest;
  todo.approved_under = hold_id;
  plan.fresh.add(todo.id);
}

/** What a hold's remembered approval let through, and what has not started, asks again. */
export function askAgain(plan: Plan, holdId: string): void {
  for (const todo of plan.state.todos) {
    if (todo.approved_under !== holdId || todo.status !== "pending") continue;
    takeBackApproval(todo);
    plan.fresh.add(todo.id);
  }
}

/** No approval is remembered any more. */
export function revokeAll(plan: Plan, { by, at }: Pick<PlanEvent, "by" | "at">): void {
  for (const hold of plan.remembered.values()) {
    if (hold.remembered !== undefined)
      hold.remembered = { ...hold.remembered, revoked: { by, at } };
    askAgain(plan, hold.id);
  }
  plan.remembered.clear();
}

import type { PlanView, Reason, TodoDetail } from "../contract/plan.ts";
import type { Session } from "./session.ts";

/** One todo and why it does not run: no reasons when it runs or has ended. */
export async function readWhy(
  session: Session,
  plan_id: string,
  todo_id: string,
): Promise<{ todo: TodoDetail; reasons: Reason[]; plan: PlanView }> {
  const plans = session.client.v1.plans[":plan_id"];
  const [todo, plan] = await Promise.all([
    session.ask<TodoDetail>(plans.todos[":todo_id"].$get({ param: { plan_id, todo_id } })),
    session.ask<PlanView>(plans.$get({ param: { plan_id }, query: { limit: "1000" } })),
  ]);
  return { todo, plan, reasons: todo.waits_for };
}

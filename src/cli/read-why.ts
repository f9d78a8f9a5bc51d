import type { PlanView, Reason, Schedule } from "../contract/plan.ts";
import type { Todo } from "../contract/todo.ts";
import type { Session } from "./session.ts";

/** How many waiting todos the API explains at most. */
const MOST_EXPLAINED = "1000";

/** One todo and why it does not run; no reasons where the API tells none. */
export async function readWhy(
  session: Session,
  plan_id: string,
  todo_id: string,
): Promise<{ todo: Todo; reasons: Reason[]; plan: PlanView }> {
  const plans = session.client.v1.plans[":plan_id"];
  const todo = await session.ask<Todo>(
    plans.todos[":todo_id"].$get({ param: { plan_id, todo_id } }),
  );
  const [schedule, plan] = await Promise.all([
    session.ask<Schedule>(
      plans.schedule.$get({ param: { plan_id }, query: { limit: MOST_EXPLAINED } }),
    ),
    session.ask<PlanView>(plans.$get({ param: { plan_id }, query: { limit: "1000" } })),
  ]);
  return {
    todo,
    plan,
    reasons: schedule.waiting.find((waiting) => waiting.todo_id === todo_id)?.reasons ?? [],
  };
}

import type { TimeoutPreview } from "../../contract/plan/holds/choices.ts";
import type { PlanView, Reason, TodoDetail } from "../../contract/plan/plan.ts";
import type { Session } from "./session.ts";

/** One todo and why it does not run, with what its hold does by itself. */
export interface Why {
  readonly todo: TodoDetail;
  /** None when it runs or has ended. */
  readonly reasons: readonly Reason[];
  readonly timeout: TimeoutPreview | null;
}

/** Reads why a todo does not run, and its plan. */
export async function readWhy(
  session: Session,
  planId: string,
  todoId: string,
): Promise<Why & { readonly plan: PlanView }> {
  const { plans, todos } = session.client;
  const [todo, plan] = await Promise.all([
    todos.get(planId, todoId),
    plans.get(planId, { limit: 1_000 }),
  ]);
  const reasons = todo.waits_for;
  const isAsked = reasons.some(({ hold_id }) => hold_id !== undefined);
  const { timeout } = isAsked ? await todos.choices(planId, todoId) : { timeout: null };
  return { todo, plan, reasons, timeout };
}

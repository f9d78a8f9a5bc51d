import type { TimeoutPreview } from "../../contract/plan/holds/choices.ts";
import type { HoldDetail } from "../../contract/plan/holds/hold.ts";
import type { PlanView, Reason, TodoDetail } from "../../contract/plan/plan.ts";
import { ProblemError } from "../../contract/problems/problem-error.ts";
import type { Session } from "./session.ts";

/** One todo and why it does not run, with what its hold does by itself. */
export interface Why {
  readonly todo: TodoDetail;
  /** None when it runs or has ended. */
  readonly reasons: readonly Reason[];
  readonly timeout: TimeoutPreview | null;
  /** The hold that asks about it. */
  readonly hold?: HoldDetail;
}

/** Reads why a todo does not run, and its plan. */
export async function readWhy(
  session: Session,
  planId: string,
  todoId: string,
): Promise<Why & { readonly plan: PlanView }> {
  const { plans, todos, holds } = session.client;
  const [todo, plan] = await Promise.all([
    todos.get(planId, todoId),
    plans.get(planId, { limit: 1_000 }),
  ]);
  const reasons = todo.waits_for;
  const asked = reasons.find(({ hold_id }) => hold_id !== undefined)?.hold_id;
  if (asked === undefined) return { todo, plan, reasons, timeout: null };
  const hold = await holds.get(asked);
  return { todo, plan, reasons, timeout: await timeoutOf(session, hold), hold };
}

/** What a hold does by itself; nothing once it is decided. */
async function timeoutOf(
  { client }: Session,
  { id, status, deciding }: HoldDetail,
): Promise<TimeoutPreview | null> {
  if (status !== "open" || deciding !== null) return null;
  try {
    return (await client.holds.choices(id)).timeout;
  } catch (error) {
    // Somebody has decided since it was read.
    if (error instanceof ProblemError) return null;
    throw error;
  }
}

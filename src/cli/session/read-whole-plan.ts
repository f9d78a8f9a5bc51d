import type { PlanView } from "../../contract/plan/plan.ts";
import type { Session } from "./session.ts";

/** Todos that one answer gives. */
const PAGE = 1_000;

/** A plan with all of its todos, as they are in one version: one that changes meanwhile is read again. */
export async function readWholePlan(
  session: Pick<Session, "client">,
  planId: string,
): Promise<PlanView> {
  const { plans } = session.client;
  const first = await plans.get(planId, { limit: PAGE });
  const todos = [...first.todos];
  for (let offset = first.next_offset; offset !== null;) {
    const page = await plans.get(planId, { offset, limit: PAGE });
    if (page.version !== first.version) return readWholePlan(session, planId);
    todos.push(...page.todos);
    offset = page.next_offset;
  }
  return { ...first, todos, next_offset: null };
}

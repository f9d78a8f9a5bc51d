import type { PlanView } from "../../contract/plan/plan.ts";
import type { LiveProgress } from "../../plan/model/progress.ts";
import { planQuery } from "../../workflows/wire/messages.ts";
import type { PlanGateway } from "../gateway/plan-gateway.ts";

/** Todos that one query gives. */
const PAGE = 1_000;

/**
 * A plan with all of its todos, as they are in one version: one that changes meanwhile is read again.
 * @param live how far the todos are that run, where that is wanted.
 */
export async function readWholePlan(
  plans: Pick<PlanGateway, "query">,
  planId: string,
  live?: LiveProgress,
): Promise<PlanView> {
  const read = (offset: number): Promise<PlanView> =>
    plans.query(planId, planQuery, { offset, limit: PAGE, ...(live !== undefined && { live }) });
  const first = await read(0);
  const todos = [...first.todos];
  for (let offset = first.next_offset; offset !== null;) {
    const page = await read(offset);
    if (page.version !== first.version) return readWholePlan(plans, planId, live);
    todos.push(...page.todos);
    offset = page.next_offset;
  }
  return { ...first, todos, next_offset: null };
}

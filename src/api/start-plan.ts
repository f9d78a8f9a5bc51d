import type { PlanView } from "../contract/plan.ts";
import { loadPlan } from "../plan/plan.ts";
import type { PlanState } from "../plan/state.ts";
import { viewPlan } from "../plan/view.ts";
import type { PlanGateway } from "./plan-gateway.ts";

/** Todos that the answer to a new plan shows. */
const FIRST_PAGE = { offset: 0, limit: 200 };

/** Starts a plan and shows it as it begins; it is durable when this resolves. */
export async function startPlan(plans: PlanGateway, state: PlanState): Promise<PlanView> {
  await plans.start(state);
  return viewPlan(loadPlan(state), FIRST_PAGE);
}

import type { PlanState } from "./state.ts";
import type { AgentState } from "./todo-state.ts";

/** What models of a plan may cost in all, or null when nothing bounds it. */
export function budgetOf({
  budget_usd,
  raised_budget_usd,
}: Pick<PlanState, "budget_usd" | "raised_budget_usd">): number | null {
  return raised_budget_usd ?? budget_usd;
}

/** What an agent's run may cost, or null when nothing bounds it. */
export function limitOf({ cost_limit_usd, raised_limit_usd }: AgentState): number | null {
  return raised_limit_usd ?? cost_limit_usd;
}

/** By which names limits are raised: what a plan or a run may cost, and a run's turns, tokens and time. */
type LimitName =
  | "plan_budget_usd"
  | "agent_budget_usd"
  | "agent_turns"
  | "agent_tokens"
  | "agent_seconds";

/** A limit that is spent: whose it is, under the name by which a hold raises it. */
export interface SpentLimit {
  readonly name: LimitName;
  readonly spent: number;
  readonly limit: number;
}

/** Whether the plan's models have cost what they may. */
export function isBudgetSpent(state: PlanState): boolean {
  const budget = budgetOf(state);
  return budget !== null && state.spent.cost_usd >= budget;
}

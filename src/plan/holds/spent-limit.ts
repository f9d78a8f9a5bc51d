import type { Plan } from "../model/plan.ts";
import { budgetOf, isBudgetSpent, limitOf, type SpentLimit } from "../model/state/budget.ts";
import type { AgentState, TodoState } from "../model/state/todo-state.ts";
import { asksPerson } from "./failures.ts";

/** The limit for which an agent may not have another turn before a person has said so, or null. */
export function spentLimit(plan: Plan, todo: TodoState): SpentLimit | null {
  return spentLimits(plan, todo)[0] ?? null;
}

/** Every such limit, in the order in which people are asked about them: one after the other. */
export function spentLimits(plan: Plan, todo: TodoState): SpentLimit[] {
  const { state } = plan;
  const { agent } = todo;
  const limits: SpentLimit[] = [];
  if (isBudgetSpent(state)) {
    const [spent, limit] = [state.spent.cost_usd, budgetOf(state) ?? 0];
    limits.push({ name: "plan_budget_usd", spent, limit });
  }
  if (agent === null) return limits;
  const cost = limitOf(agent);
  if (cost !== null && agent.run_cost_usd >= cost) {
    limits.push({ name: "agent_budget_usd", spent: agent.run_cost_usd, limit: cost });
  }
  const { time_over = 0, raised } = agent;
  if (asksForTime(plan, todo) && time_over > 0 && time_over >= (raised?.seconds ?? 0)) {
    limits.push({ name: "agent_seconds", spent: time_over, limit: time_over });
  }
  if (!asksForLimits(plan, todo)) return limits;
  const { turns, tokens } = limitsOf(agent);
  if (agent.turn >= turns) limits.push({ name: "agent_turns", spent: agent.turn, limit: turns });
  const used = tokensOf(agent);
  if (used >= tokens) limits.push({ name: "agent_tokens", spent: used, limit: tokens });
  return limits;
}

/**
 * Whether a person is asked before an agent fails for its turns or tokens: where one would be asked
 * afterwards. Where somebody wrote that such a failure does something else, it does that.
 */
export function asksForLimits(plan: Plan, todo: TodoState): boolean {
  return asksPerson(plan, todo, "validation_error");
}

/**
 * The same for its time, of which S0's strategy would make other attempts and skip the todo in the end: whoever
 * wants that, or anything else, writes it.
 */
export function asksForTime(plan: Plan, todo: TodoState): boolean {
  const written = todo.failure.timeout ?? plan.state.failure.timeout;
  return !todo.optional && (written === undefined || written.action === "MANUAL");
}

function limitsOf({ limits, raised }: AgentState): { turns: number; tokens: number } {
  return {
    turns: Math.max(limits?.turns ?? Infinity, raised?.turns ?? 0),
    tokens: Math.max(limits?.tokens ?? Infinity, raised?.tokens ?? 0),
  };
}

/** What the turns of the present conversation used, as its worker counts it. */
function tokensOf({ paid, turn }: AgentState): number {
  return paid
    .slice(0, turn)
    .reduce((sum, { input_tokens, output_tokens }) => sum + input_tokens + output_tokens, 0);
}

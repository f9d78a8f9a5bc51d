import type { Plan } from "../model/plan.ts";
import { spentBudget, type SpentLimit } from "../model/state/budget.ts";
import type { AgentState, TodoState } from "../model/state/todo-state.ts";
import { asksPerson } from "./failures.ts";

/** The limit for which an agent may not have another turn before a person has said so, or null. */
export function spentLimit(plan: Plan, todo: TodoState): SpentLimit | null {
  const { agent } = todo;
  const budget = spentBudget(plan.state, agent);
  if (budget !== null || agent === null) return budget;
  const { time_over = 0, raised } = agent;
  if (asksForTime(plan, todo) && time_over > (raised?.seconds ?? 0)) {
    return { name: "agent_seconds", spent: time_over, limit: time_over };
  }
  if (!asksForLimits(plan, todo)) return null;
  const { turns, tokens } = limitsOf(agent);
  if (agent.turn >= turns) return { name: "agent_turns", spent: agent.turn, limit: turns };
  const used = tokensOf(agent);
  return used >= tokens ? { name: "agent_tokens", spent: used, limit: tokens } : null;
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

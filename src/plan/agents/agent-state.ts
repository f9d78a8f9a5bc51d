import type { ModelUsage } from "../../contract/model.ts";
import type { Spent } from "../../contract/plan/agents/agent.ts";
import { jsonEqual } from "../model/digest.ts";
import { markTodo, todoOf, type Plan } from "../model/plan.ts";
import type { AgentTurn } from "../model/state/events.ts";
import type { AskingHold } from "../model/state/hold.ts";
import type { AgentState, TodoState } from "../model/state/todo-state.ts";

const NOTHING_SPENT = { turns: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0 };

/** An agent that has not had a turn. */
export const NO_TURNS: AgentState = {
  turn: 0,
  spent: NOTHING_SPENT,
  steps: [],
  countdown: null,
  transcripts: [],
  goes_on: false,
  attempt: 1,
  paid: [],
  run_cost_usd: 0,
  cost_limit_usd: null,
  raised_limit_usd: null,
  calls: [],
  questions: [],
  replies: [],
};

/** The same agent at the start of another run: what it used stays used. */
export function startedAnew({ spent, transcripts }: AgentState): AgentState {
  return { ...NO_TURNS, spent, transcripts };
}

/** The same agent at another attempt of its run: what the run has cost, and may cost, stays as it is. */
export function triedAgain(agent: AgentState): AgentState {
  const { paid, run_cost_usd, cost_limit_usd, raised_limit_usd, raised } = agent;
  return {
    ...startedAnew(agent),
    ...{ paid, run_cost_usd, cost_limit_usd, raised_limit_usd },
    ...(raised !== undefined && { raised }),
  };
}

/** What a turn of its model makes of an agent: it has heard whatever was said before. */
export function takeTurn(plan: Plan, todo: TodoState, turned: AgentTurn, created_at: string): void {
  const { turn, attempt, goes_on, steps, calls, questions, cost_limit_usd, limits } = turned;
  const agent = todo.agent ?? NO_TURNS;
  const isCounted = isPaid(agent, turned);
  const spent = isCounted ? agent.spent : addTurn(agent.spent, turned.usage);
  todo.agent = {
    ...agent,
    turn,
    attempt,
    goes_on,
    steps,
    countdown: null,
    calls,
    questions: questions.map((asked) => ({ ...asked, created_at, human: null, hold_id: null })),
    cost_limit_usd,
    ...(limits !== undefined && { limits }),
    replies: [],
    spent,
    paid: [...agent.paid.slice(0, turn - 1), turned.usage, ...agent.paid.slice(turn)],
    run_cost_usd: agent.run_cost_usd + spent.cost_usd - agent.spent.cost_usd,
  };
  if (!isCounted) plan.state.spent = addTurn(plan.state.spent, turned.usage);
  markTodo(plan, todo.id);
}

/**
 * Whether what a turn used is counted: another attempt is told what its run has paid for without paying
 * again, if it asks the same.
 */
export function isPaid(
  { paid }: AgentState,
  { turn, usage }: Pick<AgentTurn, "turn" | "usage">,
): boolean {
  return jsonEqual(paid[turn - 1] ?? null, usage);
}

/** The plan has asked a person what an agent wants. */
export function openAsking(plan: Plan, hold: AskingHold): void {
  plan.askings.set(hold.id, hold);
  const todo = todoOf(plan, hold.todo_id);
  const { call_id } = hold.asked_by;
  if (todo.agent === null || call_id === null) return;
  const { calls, questions } = todo.agent;
  todo.agent = {
    ...todo.agent,
    calls: calls.filter((call) => call.call_id !== call_id),
    questions: questions.map((asked) =>
      asked.call_id === call_id ? { ...asked, hold_id: hold.id } : asked,
    ),
  };
  if (todo.blocker?.hold_id === null) todo.blocker = { ...todo.blocker, hold_id: hold.id };
  markTodo(plan, todo.id);
}

/** What was spent, with another turn. */
export function addTurn(
  spent: Spent,
  { input_tokens, output_tokens, cost_usd }: ModelUsage,
): Spent {
  return {
    turns: spent.turns + 1,
    input_tokens: spent.input_tokens + input_tokens,
    output_tokens: spent.output_tokens + output_tokens,
    cost_usd: spent.cost_usd + (cost_usd ?? 0),
  };
}

import { problemAt } from "../../../contract/problems/problem-at.ts";
import type { Problem } from "../../../contract/problems/problem.ts";
import { say, type Sentence } from "../../../contract/sentences/sentence.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import { askingDigest } from "../../model/digest.ts";
import { todoOf, type Plan } from "../../model/plan.ts";
import type { SpentLimit } from "../../model/state/budget.ts";
import type { BudgetHold } from "../../model/state/hold.ts";
import type { AgentState, TodoState } from "../../model/state/todo-state.ts";
import { newHold } from "../holds.ts";
import { spentLimits } from "../spent-limit.ts";
import { askingOf } from "./agent-asking.ts";
import { ASKS_DECISION, type HoldRules } from "./rules.ts";
import { abortWhenAsked, toldRejection } from "./todo-outcome.ts";

interface LimitRules {
  /** What a person may raise it to. */
  readonly most: number;
  /** Whether it is counted in whole numbers; else in dollars. */
  readonly whole: boolean;
  readonly ask: (spent: SpentLimit) => Sentence;
  /** What a person's word makes of the plan, or of the agent's limits. */
  readonly raise: (value: number, plan: Plan, todo: TodoState) => void;
}

const LIMIT_RULES: Readonly<Record<SpentLimit["name"], LimitRules>> = {
  plan_budget_usd: {
    most: LIMITS.budget_usd,
    whole: false,
    ask: ({ spent, limit }) =>
      say("plan_budget_spent", { spent: dollars(spent), limit: dollars(limit) }),
    raise(value, { state }) {
      state.raised_budget_usd = value;
    },
  },
  agent_budget_usd: {
    most: LIMITS.budget_usd,
    whole: false,
    ask: ({ spent, limit }) =>
      say("agent_budget_spent", { spent: dollars(spent), limit: dollars(limit) }),
    raise(value, _, todo) {
      if (todo.agent !== null) todo.agent = { ...todo.agent, raised_limit_usd: value };
    },
  },
  agent_turns: {
    most: LIMITS.raised_turns,
    whole: true,
    ask: ({ limit }) => say("agent_turns_spent", { limit }),
    raise: (turns, _, todo) => raiseRun(todo, { turns }),
  },
  agent_tokens: {
    most: LIMITS.raised_tokens,
    whole: true,
    ask: ({ spent, limit }) => say("agent_tokens_spent", { spent, limit }),
    raise: (tokens, _, todo) => raiseRun(todo, { tokens }),
  },
  agent_seconds: {
    most: LIMITS.max_timeout_seconds,
    whole: true,
    ask: ({ limit }) => say("agent_seconds_spent", { limit }),
    raise: (seconds, _, todo) => raiseRun(todo, { seconds }),
  },
};

function raiseRun(todo: TodoState, more: NonNullable<AgentState["raised"]>): void {
  if (todo.agent !== null)
    todo.agent = { ...todo.agent, raised: { ...todo.agent.raised, ...more } };
}

/**
 * Asks whether models may cost more, or an agent may go on for longer: approve raises the limit to what the hold shows, edit to what the
 * person writes, reject stops the agent, and its todo has failed.
 */
export const budget: HoldRules<BudgetHold, [TodoState, SpentLimit]> = {
  mode: () => "approval_wait",
  accepts: {
    decisions: ["approve", "reject", "edit"],
    then: ["fail", "abort"],
    otherwise: ASKS_DECISION,
  },
  open(plan, at, todo, limit) {
    const asked_by = askingOf(todo, null);
    const args = { [limit.name]: raised(limit) };
    const { run } = asked_by;
    return {
      ...newHold(plan, at),
      assignee: todo.assignee,
      kind: "budget",
      todo_id: todo.id,
      title: todo.title,
      message: LIMIT_RULES[limit.name].ask(limit),
      asked_by,
      tool_name: null,
      args,
      input_data: null,
      references: [],
      output_path: null,
      digest: askingDigest({ todo_id: todo.id, run, call_id: null }, { args }),
    };
  },
  // Another limit may be spent meanwhile: that is asked about next.
  isStale: (plan, hold) => spentOf(plan, hold) === null,
  digestOf: ({ todo_id, asked_by: { run } }, { args }) =>
    askingDigest({ todo_id, run, call_id: null }, { args }),
  argsProblem(plan, hold, args) {
    const name = limitName(hold);
    const spent = spentOf(plan, hold) ?? 0;
    const { most, whole } = LIMIT_RULES[name];
    const value = args[name];
    const isRaised =
      typeof value === "number" &&
      value > spent &&
      value <= most &&
      (!whole || Number.isInteger(value));
    return isRaised && Object.keys(args).length === 1 ? null : unfit(name, spent);
  },
  follows: abortWhenAsked,
  onDecision(plan, hold, { by, data: { decision } }) {
    const todo = todoOf(plan, hold.todo_id);
    const name = limitName(hold);
    if (decision.decision === "reject") {
      const stopped = LIMIT_RULES[name].whole ? "stopped_at_limit" : "stopped_for_cost";
      todo.stopping = { by, message: toldRejection(stopped, decision) };
      return;
    }
    const value = (decision.args ?? hold.args)[name];
    if (typeof value === "number") LIMIT_RULES[name].raise(value, plan, todo);
  },
  // Nothing but a person lets models cost more.
  onTimeout: null,
};

/** How much of a hold's limit is spent; null while that is less than the limit. */
function spentOf(plan: Plan, hold: BudgetHold): number | null {
  const limits = spentLimits(plan, todoOf(plan, hold.todo_id));
  return limits.find(({ name }) => name in hold.args)?.spent ?? null;
}

/** Which limit a hold is about. */
function limitName({ args }: BudgetHold): SpentLimit["name"] {
  const names = Object.keys(LIMIT_RULES) as SpentLimit["name"][];
  return names.find((name) => Object.hasOwn(args, name)) ?? "plan_budget_usd";
}

/** What is offered: as much again, and more than what is spent, in whole cents, turns, tokens or seconds. */
function raised({ name, limit, spent }: SpentLimit): number {
  const { most, whole } = LIMIT_RULES[name];
  const perUnit = whole ? 1 : 100;
  const least = Math.max(2 * limit, spent + limit, spent + 1 / perUnit);
  return Math.min(most, Math.ceil(least * perUnit) / perUnit);
}

function dollars(amount: number): string {
  return `$${amount.toFixed(2)}`;
}

function unfit(name: SpentLimit["name"], spent: number): Problem {
  const { most, whole } = LIMIT_RULES[name];
  const detail = say("budget_has_to_be_more", { name, spent: whole ? spent : dollars(spent) });
  const hint = whole ? say("send_new_limit", { name, most }) : say("send_new_budget", { name });
  return problemAt("invalid_command", `/args/${name}`, detail, hint);
}

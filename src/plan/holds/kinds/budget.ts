import { problemAt } from "../../../contract/problem-at.ts";
import type { Problem } from "../../../contract/problem.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import { LIMITS } from "../../../contract/tables/limits.ts";
import { askingDigest } from "../../model/digest.ts";
import { todoOf } from "../../model/plan.ts";
import { spentLimit, type SpentLimit } from "../../model/state/budget.ts";
import type { BudgetHold } from "../../model/state/hold.ts";
import type { TodoState } from "../../model/state/todo-state.ts";
import { newHold } from "../holds.ts";
import { askingOf } from "./agent-asking.ts";
import { ASKS_DECISION, type HoldRules } from "./rules.ts";
import { abortWhenAsked, toldRejection } from "./todo-outcome.ts";

/**
 * Asks whether models may cost more: approve raises the limit to what the hold shows, edit to what the
 * person writes, reject stops the agent, and its todo has failed.
 */
export const budget: HoldRules<BudgetHold, [TodoState, SpentLimit]> = {
  mode: () => "approval_wait",
  accepts: {
    decisions: ["approve", "reject", "edit"],
    then: ["fail", "abort"],
    otherwise: ASKS_DECISION,
  },
  open(plan, at, todo, { name, spent, limit }) {
    const asked_by = askingOf(todo, null);
    const args = { [name]: raised(limit, spent) };
    const { run } = asked_by;
    return {
      ...newHold(plan, at),
      assignee: todo.assignee,
      kind: "budget",
      todo_id: todo.id,
      title: todo.title,
      message: say(name === "plan_budget_usd" ? "plan_budget_spent" : "agent_budget_spent", {
        spent: dollars(spent),
        limit: dollars(limit),
      }),
      asked_by,
      tool_name: null,
      args,
      input_data: null,
      references: [],
      output_path: null,
      digest: askingDigest({ todo_id: todo.id, run, call_id: null }, { args }),
    };
  },
  isStale: (plan, { todo_id, args }) => {
    const limit = spentLimit(plan.state, todoOf(plan, todo_id).agent);
    return limit === null || !(limit.name in args);
  },
  digestOf: ({ todo_id, asked_by: { run } }, { args }) =>
    askingDigest({ todo_id, run, call_id: null }, { args }),
  argsProblem(plan, hold, args) {
    const [name = ""] = Object.keys(hold.args);
    const limit = spentLimit(plan.state, todoOf(plan, hold.todo_id).agent);
    const value = args[name];
    const isRaised =
      typeof value === "number" && value > (limit?.spent ?? 0) && value <= LIMITS.budget_usd;
    return isRaised && Object.keys(args).length === 1 ? null : unfit(name, limit?.spent ?? 0);
  },
  follows: abortWhenAsked,
  onDecision(plan, hold, { by, data: { decision } }) {
    const todo = todoOf(plan, hold.todo_id);
    if (decision.decision === "reject") {
      todo.stopping = { by, message: toldRejection("stopped_for_cost", decision) };
      return;
    }
    const { plan_budget_usd, agent_budget_usd } = decision.args ?? hold.args;
    if (typeof plan_budget_usd === "number") plan.state.raised_budget_usd = plan_budget_usd;
    if (typeof agent_budget_usd === "number" && todo.agent !== null) {
      todo.agent = { ...todo.agent, raised_limit_usd: agent_budget_usd };
    }
  },
  // Nothing but a person lets models cost more.
  onTimeout: null,
};

/** What is offered: as much again, and more than what is spent, in whole cents. */
function raised(limit: number, spent: number): number {
  const least = Math.max(2 * limit, spent + limit, spent + 0.01);
  return Math.min(LIMITS.budget_usd, Math.ceil(least * 100) / 100);
}

function dollars(amount: number): string {
  return `$${amount.toFixed(2)}`;
}

function unfit(name: string, spent: number): Problem {
  const detail = say("budget_has_to_be_more", { name, spent: dollars(spent) });
  return problemAt("invalid_command", `/args/${name}`, detail, say("send_new_budget", { name }));
}

import { ASKING_RULES } from "../holds/hold-rules.ts";
import { spentLimit } from "../holds/spent-limit.ts";
import { inPlanOrder, todoOf, type Plan } from "../model/plan.ts";
import type { AskingHold } from "../model/state/hold.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { stillAsks } from "../todos/agent-replies.ts";

/** The next hold that an agent of the plan waits for and that is not open yet, or null. */
export function nextAsking(plan: Plan, at: string): AskingHold | null {
  for (const id of inPlanOrder(plan, plan.running)) {
    const hold = askingOfTodo(plan, todoOf(plan, id), at);
    if (hold !== null) return hold;
  }
  return null;
}

function askingOfTodo(plan: Plan, todo: TodoState, at: string): AskingHold | null {
  const { work, agent, run, attempt = 1, stopping, skipping } = todo;
  if (work.kind !== "agent" || stopping !== undefined || skipping !== undefined) return null;
  if (!stillAsks(todo, { run, attempt })) return null;
  // What an attempt before this one asked is over.
  const isUnderWay = agent !== null && agent.turn > 0 && agent.attempt === attempt;
  const { calls = [], questions = [] } = isUnderWay ? agent : {};
  const [call] = calls;
  if (call !== undefined) return ASKING_RULES.approval.open(plan, at, todo, call);
  for (const { human, ...question } of questions) {
    if (human === null || question.hold_id !== null) continue;
    return ASKING_RULES.input.open(plan, at, todo, { ...question, human });
  }
  const wantsTurn = !isUnderWay || agent.goes_on;
  const limit = wantsTurn ? spentLimit(plan, todo) : null;
  return limit === null || asksForBudget(plan, todo)
    ? null
    : ASKING_RULES.budget.open(plan, at, todo, limit);
}

function asksForBudget({ askings }: Plan, { id }: TodoState): boolean {
  return [...askings.values()].some(({ kind, todo_id }) => kind === "budget" && todo_id === id);
}

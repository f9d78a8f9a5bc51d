import type { AgentNews } from "../../contract/plan/agents/agent.ts";
import { asksForLimits, asksForTime, spentLimit } from "../holds/spent-limit.ts";
import type { Plan } from "../model/plan.ts";
import { budgetOf, limitOf } from "../model/state/budget.ts";
import type { TodoState } from "../model/state/todo-state.ts";

/** What an agent that runs has to know of its plan. */
export function newsFor(plan: Plan, todo: TodoState): AgentNews {
  const { state } = plan;
  const { agent } = todo;
  const asked = (agent?.questions ?? []).flatMap(({ call_id, question, human }) =>
    human !== null && human !== question ? [{ call_id, question: human }] : [],
  );
  const isLimited = budgetOf(state) !== null || (agent !== null && limitOf(agent) !== null);
  return {
    may_go_on: state.paused === null && spentLimit(plan, todo) === null,
    // Where nothing is limited, no turn waits for the plan to hear of the one before.
    seen_turn: isLimited ? (agent?.turn ?? 0) : null,
    ...(asksForLimits(plan, todo) && { asks_limits: true }),
    ...(asksForTime(plan, todo) && { asks_time: true }),
    ...(agent?.raised !== undefined && { raised: agent.raised }),
    continued_turn: agent?.continued_turn ?? 0,
    ...(state.pauses !== undefined && { pauses: state.pauses }),
    ...(asked.length > 0 && { asked }),
    // What was approved while the plan is paused runs once it goes on, as todos do.
    replies: (agent?.replies ?? []).filter(({ kind }) => state.paused === null || kind !== "run"),
  };
}

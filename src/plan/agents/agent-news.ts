import type { AgentNews } from "../../contract/plan/agent.ts";
import type { Plan } from "../model/plan.ts";
import type { TodoState } from "../model/state.ts";

/** What an agent that runs has to know of its plan. */
export function newsFor({ state }: Plan, { agent }: TodoState): AgentNews {
  return {
    may_go_on: state.paused === null,
    seen_turn: null,
    replies: [...(agent?.replies ?? [])],
  };
}

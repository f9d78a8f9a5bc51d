import type { Board } from "../../../contract/plan/board.ts";
import type { Hold } from "../../../contract/plan/holds/hold.ts";
import type { Todo } from "../../../contract/plan/todo.ts";
import { say, type Sentence } from "../../../contract/sentences/sentence.ts";
import type { SpentLimit } from "../../model/state/budget.ts";

type Asked = Pick<Hold, "kind" | "title" | "tool_name" | "args" | "input_request"> & {
  readonly asked_by: Pick<NonNullable<Hold["asked_by"]>, "agent_name"> | null;
  readonly required_by?: Hold["required_by"];
};

/** What of its plan and todo tells why a hold asks. */
export interface AskedIn {
  readonly plan: Pick<Board["plan"], "title" | "goal_phase">;
  /** Undefined for what the plan asks as a whole. */
  readonly todo: Pick<Todo, "requires_approval"> | undefined;
}

/** Which rule makes a hold ask just now, by the names of what it is about. */
export function asksBecause(
  { kind, title, tool_name, args, input_request, asked_by, required_by }: Asked,
  { plan, todo }: AskedIn,
): Sentence {
  const agent = asked_by?.agent_name ?? "";
  switch (kind) {
    case "plan_review":
      return plan.goal_phase === null
        ? say("because_review", { plan: plan.title })
        : say("because_planned", { plan: plan.title });
    case "approval":
      if (required_by === "tool") return say("because_tool", { tool: tool_name ?? "" });
      if (asked_by !== null) return say("because_agent_tool", { agent, tool: tool_name ?? "" });
      return todo?.requires_approval === false
        ? say("because_every_todo", { plan: plan.title })
        : say("because_marked", { todo: title });
    case "recovery":
      return say("because_failure", { todo: title });
    case "input":
      if (asked_by === null) return say("because_question", { todo: title });
      return input_request?.required === false
        ? say("because_agent_halted", { agent })
        : say("because_agent_question", { agent });
    case "budget": {
      const [limit = "agent_budget_usd"] = Object.keys(args ?? {}) as SpentLimit["name"][];
      if (limit === "plan_budget_usd") return say("because_plan_budget", { plan: plan.title });
      const isMoney = limit === "agent_budget_usd";
      return say(isMoney ? "because_agent_budget" : "because_agent_limit", { agent });
    }
    case "goal":
      return say("because_goal");
    case "proposal":
      return say("because_proposal", { plan: plan.title });
  }
}

import { lacksRole } from "../../contract/lacks-role.ts";
import type { Command } from "../../contract/plan/commands.ts";
import type { Problem, ProblemDetail } from "../../contract/problems/problem.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { looseningsOf, looseningsOfSkip, resetBy } from "../edits/loosening.ts";
import type { Plan } from "../model/plan.ts";
import type { EventBody } from "../model/state/events.ts";

/** How many places a refusal names. */
const MOST = 50;

/**
 * Why what a command does is refused to its sender, because it loosens what people decide: in a locked
 * plan to everybody, else to who may not decide; null when it may be done.
 * @param events what the command would record.
 */
export function looseningProblem(
  plan: Plan,
  { roles }: Pick<Command, "roles">,
  events: readonly EventBody[],
): Problem | null {
  const { locked } = plan.state;
  const mayDecide = roles === undefined || !lacksRole({ roles }, "approver");
  if (mayDecide && !locked) return null;
  const errors = events.flatMap((event) => loosenedBy(plan, event));
  const [first] = errors;
  if (first === undefined) return null;
  return {
    code: "loosens_control",
    detail:
      errors.length === 1
        ? say("loosens", { place: first.pointer, what: first.detail })
        : say("loosens_places", { count: errors.length }),
    hint: say(locked ? "loosens_locked" : "loosens_who"),
    errors: errors.slice(0, MOST),
  };
}

function loosenedBy(plan: Plan, event: EventBody): ProblemDetail[] {
  switch (event.type) {
    case "plan.edited":
      return looseningsOf(plan, event.data.changes, resetBy(event.data));
    case "hold.decided": {
      const { remember } = event.data.decision;
      return remember === undefined ? [] : [{ pointer: "/remember", detail: say("loosens_later") }];
    }
    case "todo.skipped":
    case "todo.skip_requested":
      return event.data.skip.cause === "operator" ? looseningsOfSkip(plan, event.todo_id) : [];
    default:
      return [];
  }
}

import type { Problem } from "../../contract/problems/problem.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { isFinished } from "./plan.ts";
import type { PlanState } from "./state/state.ts";

/**
 * Why a plan that has ended, or is ending, does not do something, or null while it goes on.
 * @param what says so, with how the plan stands.
 */
export function closedProblem(
  { status, ending }: PlanState,
  what = (status: Sentence): Sentence => say("plan_is", { status }),
): Problem | null {
  if (ending === null && !isFinished({ status })) return null;
  return {
    code: "plan_finished",
    detail: what(say(ending === null ? `status_${status}` : "status_ending")),
    hint: ending === null ? say("reopen_or_fork") : say("wait_for_end"),
    legal: [],
  };
}

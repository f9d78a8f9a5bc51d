import type { PlanMode } from "../contract/vocabulary.ts";
import type { Plan } from "./plan.ts";

/** S0's mode of the plan, derived: paused before all else, then waiting for a person, else running. */
export function modeOf(plan: Plan): PlanMode {
  if (plan.state.paused !== null) return "paused";
  return plan.openHolds.size > 0 ? "approval_wait" : "running";
}

import type { PlanMode } from "../contract/vocabulary.ts";
import type { Plan } from "./plan.ts";

/** S0's mode of the plan, derived: paused (or paused to be edited) before all else, then waiting for a person, else running. */
export function modeOf(plan: Plan): PlanMode {
  if (plan.state.paused !== null) {
    return plan.state.paused.purpose === "edit" ? "plan_edit" : "paused";
  }
  let mode: PlanMode = "running";
  for (const { kind } of plan.openHolds.values()) {
    if (kind === "approval" || kind === "plan_review") return "approval_wait";
    mode = "input_request";
  }
  return mode;
}

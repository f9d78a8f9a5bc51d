import type { PlanMode } from "../../../contract/tables/vocabulary.ts";
import { rulesOf } from "../../holds/hold-rules.ts";
import { todoOf, type Plan } from "../../model/plan.ts";

/** S0's mode of the plan, derived: paused (or paused to be edited) before all else, then waiting for a person, else running. */
export function modeOf(plan: Plan): PlanMode {
  if (plan.state.paused !== null) {
    return plan.state.paused.purpose === "edit" ? "plan_edit" : "paused";
  }
  let mode: PlanMode = "running";
  for (const hold of plan.openHolds.values()) {
    mode = rulesOf(hold).mode(plan, hold);
    if (mode === "approval_wait") return mode;
  }
  return isWorkOnOffer(plan) ? "input_request" : mode;
}

/** Whether anything waits for a person who does it. */
function isWorkOnOffer(plan: Plan): boolean {
  for (const id of plan.work) if (todoOf(plan, id).claimed_by === null) return true;
  return false;
}

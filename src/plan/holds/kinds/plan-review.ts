import { say } from "../../../contract/sentences/sentence.ts";
import type { PlanReviewHold } from "../../model/state/hold.ts";
import { digestOf } from "../../model/digest.ts";
import type { Plan } from "../../model/plan.ts";
import { addMilliseconds } from "../../model/time.ts";
import { definitionOf } from "../../todos/flat-fields.ts";
import { CANCEL_GRACE_MS } from "../failures.ts";
import { newHold } from "../holds.ts";
import type { HoldRules } from "./rules.ts";

/** Asks whether the plan as a whole may start. A rejection cancels the plan. */
export const planReview: HoldRules<PlanReviewHold, []> = {
  mode: "approval_wait",
  accepts: {
    decisions: ["approve", "reject"],
    then: ["skip", "fail"],
    otherwise: () => ({
      detail: say("review_takes"),
      hint: say("send_one_of_these"),
    }),
  },
  open(plan, at) {
    const { title, description, todos } = plan.state;
    return {
      ...newHold(plan, at),
      kind: "plan_review",
      todo_id: null,
      title,
      message: description,
      digest: digestOf(todos.map(definitionOf)),
    };
  },
  isStale: (plan, hold) => hold.plan_version !== plan.state.version,
  follows({ by, data: { decision } }, at) {
    if (decision.decision !== "reject") return [];
    const why = decision.reason ?? decision.comment;
    const reason =
      why === undefined ? say("not_approved_by", { by }) : say("not_approved_because", { by, why });
    const data = { reason, grace_until: addMilliseconds(at, CANCEL_GRACE_MS) };
    return [{ type: "plan.cancel_requested", by, data }];
  },
  // The plan starts when it is settled.
  onDecision() {},
  onTimeout: null,
};

/** The newest review of the plan. */
export function reviewOf({ state }: Plan): PlanReviewHold | undefined {
  return state.holds.findLast((hold) => hold.kind === "plan_review");
}

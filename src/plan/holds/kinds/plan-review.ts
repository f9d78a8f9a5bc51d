import type { EditOp } from "../../../contract/plan/edit.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import { decideEdit } from "../../edits/decide-edit.ts";
import { digestOf } from "../../model/digest.ts";
import type { Plan } from "../../model/plan.ts";
import type { EventBody } from "../../model/state/events.ts";
import { decidingOf, type PlanReviewHold } from "../../model/state/hold.ts";
import { definitionOf } from "../../todos/flat-fields.ts";
import { newHold } from "../holds.ts";
import { needsOfReview } from "../needs.ts";
import type { HoldRules } from "./rules.ts";
import { cancelPlan, toldRejection } from "./todo-outcome.ts";

/** Asks whether the plan as a whole may start. A rejection cancels the plan. */
export const planReview: HoldRules<PlanReviewHold, []> = {
  mode: () => "approval_wait",
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
      ...needsOfReview(plan),
      kind: "plan_review",
      todo_id: null,
      title,
      message: description,
      digest: digestOf(todos.map(definitionOf)),
    };
  },
  isStale: isOfOtherVersion,
  follows({ by, data: { decision } }, at, plan) {
    if (decision.decision !== "reject") {
      return decision.approval === undefined ? [] : tightened(plan, by, at);
    }
    return cancelPlan(by, toldRejection("not_approved_by", decision), at);
  },
  // The plan starts when it is settled.
  onDecision() {},
  onTimeout: null,
};

/** The edit by which the plan asks before each todo; none where it does already. */
function tightened(plan: Plan, by: string, at: string): EventBody[] {
  const changes = { approval: "every_todo" } as const;
  const ops: EditOp[] = [{ edit_type: "modify_plan", params: { changes } }];
  const edited = decideEdit(plan, { type: "edit", command_id: "", by, ops }, {}, at);
  return "problem" in edited ? [] : [...edited.events];
}

/** Whether the plan was changed since it was shown, by anything but the approval itself. */
function isOfOtherVersion({ state }: Plan, hold: PlanReviewHold): boolean {
  const since = state.versions.filter(({ version }) => version > hold.plan_version);
  const [first] = since;
  const { approval } = decidingOf(hold) ?? {};
  const isItsOwn = approval !== undefined && first?.changes.settings?.after.approval === approval;
  return since.length > (isItsOwn ? 1 : 0);
}

/** The newest review of the plan. */
export function reviewOf({ state }: Plan): PlanReviewHold | undefined {
  return state.holds.findLast((hold) => hold.kind === "plan_review");
}

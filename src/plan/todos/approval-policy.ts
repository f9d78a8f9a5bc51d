import type { ApprovalPolicy, ApprovalSettings } from "../../contract/plan/todo.ts";
import type { ProblemDetail } from "../../contract/problem.ts";
import { say } from "../../contract/sentences/sentence.ts";

type Settings = Pick<ApprovalSettings, keyof ApprovalPolicy>;

/**
 * Whose approval a todo takes: what it says, whole, or else what its plan says. A question is answered by one
 * person, whatever the plan says of approvals.
 */
export function policyOf(
  { approvers, min_approvals, prevent_self_approval }: Settings,
  policy: ApprovalPolicy = {},
  isQuestion = false,
): ApprovalPolicy {
  const own = { approvers, min_approvals, prevent_self_approval };
  const says = Object.values(own).some((value) => value !== undefined);
  return says || isQuestion ? own : policy;
}

/** Why a policy can never be met, at its field, or null. @param at where it is written. */
export function policyMistake(
  at: "/approval" | "/approval_policy",
  { approvers, min_approvals = 1 }: Settings,
): ProblemDetail | null {
  const most = new Set(approvers).size;
  if (approvers !== undefined && most < approvers.length) {
    return { pointer: `${at}/approvers`, detail: say("approver_twice") };
  }
  if (approvers !== undefined && min_approvals > most) {
    return { pointer: `${at}/min_approvals`, detail: say("too_few_approvers", { most }) };
  }
  return null;
}

/** The field by which a policy takes more than one word of anyone who may decide; null where that is enough. */
export function limitingField({
  approvers,
  min_approvals = 1,
  prevent_self_approval = false,
}: Settings): keyof ApprovalPolicy | null {
  if (min_approvals > 1) return "min_approvals";
  if (prevent_self_approval) return "prevent_self_approval";
  return approvers === undefined ? null : "approvers";
}

import type { ApprovalPolicy, ApprovalSettings } from "../../contract/plan/todo.ts";
import type { ProblemDetail } from "../../contract/problems/problem.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import type { RejectAction, TimeoutAction } from "../../contract/tables/vocabulary.ts";
import { groupsIn } from "./approvers.ts";

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
  // How many people a group has is known to those who have the keys.
  if (approvers !== undefined && groupsIn(approvers).length === 0 && min_approvals > most) {
    return { pointer: `${at}/min_approvals`, detail: say("too_few_approvers", { most }) };
  }
  return null;
}

/** Why those who are to be asked next cannot be, at their field, or null. @param approvers who may decide, where that is said. */
export function escalationMistake(
  { escalate_to = [] }: Pick<ApprovalSettings, "escalate_to">,
  approvers: readonly string[] | undefined,
): ProblemDetail | null {
  const at = "/approval/escalate_to";
  if (new Set(escalate_to).size < escalate_to.length) {
    return { pointer: at, detail: say("asked_twice") };
  }
  if (approvers === undefined || groupsIn(approvers).length > 0) return null;
  const place = escalate_to.findIndex((name) => !approvers.includes(name));
  if (place === -1) return null;
  return { pointer: `${at}/${place}`, detail: notAmong(approvers, escalate_to[place] ?? "") };
}

/** That somebody is not among those who may decide. */
export function notAmong(approvers: readonly string[], to: string): Sentence {
  return say("not_among_approvers", { names: approvers.join(", "), to });
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

/** What happens when nobody decides in time: an optional todo does not fail (S2). */
export function timeoutOf(
  { on_timeout = "fail" }: Pick<ApprovalSettings, "on_timeout">,
  optional: boolean,
): TimeoutAction {
  return on_timeout === "fail" && optional ? "skip" : on_timeout;
}

/** What a rejection does: what waits for an optional todo goes on without it. */
export function rejectionOf({
  approval,
  optional,
}: {
  readonly approval: Pick<ApprovalSettings, "on_reject">;
  readonly optional: boolean;
}): RejectAction {
  return approval.on_reject ?? (optional ? "go_on" : "skip");
}

/** S0 lets time decide about approvals: a question waits where nobody wrote that it does not. */
export function withPatience<Todo extends { readonly approval: ApprovalSettings }>(
  todo: Todo,
): Todo {
  const { on_timeout, timeout_seconds } = todo.approval;
  if (on_timeout !== undefined || timeout_seconds !== undefined) return todo;
  return { ...todo, approval: { ...todo.approval, on_timeout: "wait" } };
}

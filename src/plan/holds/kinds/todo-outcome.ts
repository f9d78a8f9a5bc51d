import type { Decision } from "../../../contract/plan/holds/hold.ts";
import { say, type Sentence } from "../../../contract/sentences/sentence.ts";
import { demandsApproval, todoOf, type Plan } from "../../model/plan.ts";
import type { EventBody, PlanEvent } from "../../model/state/events.ts";
import type { TodoState } from "../../model/state/todo-state.ts";
import { addMilliseconds } from "../../model/time.ts";
import { toolOf } from "../../model/work.ts";
import { rejectionOf, timeoutOf } from "../../todos/approval-policy.ts";
import { requestRecovery, moveTodo } from "../../todos/move-todo.ts";
import { skipOf, skipTodo } from "../../todos/skip-todo.ts";
import { CANCEL_GRACE_MS } from "../failures.ts";
import type { DecidedEvent } from "./rules.ts";

/**
 * Whom a todo's hold asks, how long, and what its end without a decision and its rejection do.
 * @param tool what would run: time alone approves none that has to ask a person.
 */
export function deadlineOf(
  plan: Plan,
  {
    approval,
    optional,
    assignee,
    work,
  }: Pick<TodoState, "approval" | "optional" | "assignee" | "work">,
  at: string,
  tool = toolOf(work),
) {
  const { escalate_to: next } = approval;
  const isPersons = approval.on_timeout === "approve" && demandsApproval(plan, tool);
  const on_timeout = timeoutOf(isPersons ? {} : approval, optional);
  const isEndless = on_timeout === "wait" && next === undefined;
  return {
    assignee,
    deadline_at: isEndless ? null : addMilliseconds(at, secondsOf(plan, approval) * 1_000),
    ...(next !== undefined && { escalates_to: [...next] }),
    on_timeout,
    on_reject: rejectionOf({ approval, optional }),
  };
}

/** How long each who is asked about a todo has to decide. */
export function secondsOf(
  { state }: Plan,
  { timeout_seconds }: Pick<TodoState["approval"], "timeout_seconds">,
): number {
  return timeout_seconds ?? state.approval_timeout_seconds;
}

/** The todo may run with what the hold showed, or with what a person made of it. */
export function grant(
  plan: Plan,
  todoId: string,
  { digest, args, references }: { readonly digest: string } & Pick<Decision, "args" | "references">,
  { by, at }: PlanEvent,
): void {
  const todo = moveTodo(plan, todoId, "pending", at);
  todo.approved_by = by;
  todo.approved_at = at;
  todo.approved_digest = digest;
  todo.approved_args = args ?? null;
  delete todo.approved_under;
  // A person has said that it runs: what it gave before is not looked at any more.
  delete todo.kept_digest;
  if (references !== undefined) todo.approved_references = references;
}

/** A person does not want the todo as it stands. */
export function rejectTodo(plan: Plan, todoId: string, { data, at, seq }: DecidedEvent): void {
  const { then, by, reason, comment } = data.decision;
  const why = reason ?? comment ?? null;
  const message = toldRejection("rejected_by", data.decision);
  if (then === "skip" || then === "go_on") {
    const stops = then === "skip";
    const skip = { ...skipOf(todoOf(plan, todoId), "rejected", by, why), stops };
    skipTodo(plan, todoId, { skip, message }, { at, seq });
    return;
  }
  const todo = moveTodo(plan, todoId, "failed", at);
  todo.ended_seq = seq;
  // It may have failed before: what it ends for now is a person's word.
  todo.error_type = null;
  todo.error_message = message;
  if (then === "replan") requestRecovery(plan, todo);
}

/** What is told of a rejection without words, and of one with words. */
const REJECTIONS = {
  rejected_by: "rejected_because",
  goal_given_up: "goal_given_up_because",
  not_approved_by: "not_approved_because",
  proposal_rejected: "proposal_rejected_because",
  stopped_for_cost: "stopped_for_cost_because",
  stopped_at_limit: "stopped_at_limit_because",
} as const;

/** Who rejected something, and why, where they said so. */
export function toldRejection(
  id: keyof typeof REJECTIONS,
  { by, reason, comment }: Decision,
): Sentence {
  const why = reason ?? comment;
  return why === undefined ? say(id, { by }) : say(REJECTIONS[id], { by, why });
}

/** What a rejection of the whole plan leads to: it is cancelled. */
export function cancelPlan(by: string, reason: Sentence, at: string): EventBody[] {
  const data = { reason, grace_until: addMilliseconds(at, CANCEL_GRACE_MS) };
  return [{ type: "plan.cancel_requested", by, data }];
}

/** What a rejection leads to besides: `abort` ends the plan. */
export function abortWhenAsked(
  { by, data: { decision } }: EventBody & { type: "hold.decided" },
  at: string,
): EventBody[] {
  if (decision.then !== "abort") return [];
  const reason = decision.reason ?? decision.comment ?? say("ended_by", { by });
  const data = { reason, grace_until: addMilliseconds(at, CANCEL_GRACE_MS) };
  return [{ type: "plan.abort_requested", by, data }];
}

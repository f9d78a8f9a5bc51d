import type { PlanChanges } from "../../contract/plan/edit.ts";
import type { Decision, HoldNeeds } from "../../contract/plan/holds/hold.ts";
import type { ApprovalPolicy } from "../../contract/plan/todo.ts";
import { problemAt } from "../../contract/problems/problem-at.ts";
import type { Problem } from "../../contract/problems/problem.ts";
import { say } from "../../contract/sentences/sentence.ts";
import type { TodoStatus } from "../../contract/tables/vocabulary.ts";
import { isOtherWork } from "../edits/changed-since.ts";
import {
  isAskedFirst,
  isRunning,
  markHold,
  markOfWork,
  markTodo,
  type Plan,
} from "../model/plan.ts";
import { decidingOf, isAsking, type AskingHold, type HoldState } from "../model/state/hold.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { limitingField, policyOf, rejectionOf } from "../todos/approval-policy.ts";
import { groupsIn, isAmong } from "../todos/approvers.ts";
import { takeBackApproval } from "../todos/take-back-approval.ts";

/*
 * Holds that need more than one word (decision 83): several approvals, or those of certain people, or of
 * somebody else than who wants it done. One rejection is always enough.
 */

type Written = Pick<TodoState, "id" | "approval" | "work">;

/** What a todo's hold needs, as it stands on the hold; nothing where one who may decide is enough. */
export function needsOf(plan: Plan, todo: Written): { needs?: HoldNeeds } {
  const policy = policyOf(todo.approval, plan.state.approval_policy, todo.work.kind === "question");
  // What the plan is for is a part of what its agents are told to do.
  const isToldPlan = todo.work.kind === "agent";
  return needsBy(
    plan,
    policy,
    ({ todos, settings }) =>
      todos.some(({ todo_id }) => todo_id === todo.id) ||
      (isToldPlan && settings?.after.description !== undefined),
  );
}

/** The same for the review of the plan, of which whoever has changed any of it is an author. */
export function needsOfReview(plan: Plan): { needs?: HoldNeeds } {
  return needsBy(plan, plan.state.approval_policy ?? {}, () => true);
}

function needsBy(
  plan: Plan,
  policy: ApprovalPolicy,
  isOfIt: (changes: PlanChanges) => boolean,
): { needs?: HoldNeeds } {
  if (limitingField(policy) === null) return {};
  const { approvers, min_approvals = 1, prevent_self_approval } = policy;
  const not_by = prevent_self_approval ? authorsOf(plan, isOfIt) : null;
  const from = { approvers: approvers ?? null, not_by };
  return { needs: { approvals: min_approvals, given: [], ...from } };
}

/** Who created the plan, and who has changed what is asked about since. */
function authorsOf({ state }: Plan, isOfIt: (changes: PlanChanges) => boolean): string[] {
  const changed = state.versions.filter(({ changes }) => isOfIt(changes));
  const people = changed.map(({ by }) => by).filter((by) => !isItself(by));
  return [...new Set([state.owner, ...people])].sort();
}

/** Whether a plan has changed itself, as its policies say (`policy:replan`). */
function isItself(by: string): boolean {
  return by === "holdpoint" || by.startsWith("policy:");
}

/** Whether a hold needs what its todo says now; who else has changed the todo meanwhile is another matter. */
export function needsTheSame(plan: Plan, todo: Written, { needs }: HoldState): boolean {
  const now = needsOf(plan, todo).needs;
  if (needs === undefined || now === undefined) return needs === now;
  const isSame = (a: readonly string[] | null, b: readonly string[] | null): boolean =>
    a === b || (a !== null && b !== null && a.join("\n") === b.join("\n"));
  const prevents = (needed: HoldNeeds): boolean => needed.not_by !== null;
  return (
    needs.approvals === now.approvals &&
    isSame(needs.approvers, now.approvers) &&
    prevents(needs) === prevents(now)
  );
}

/**
 * What open holds need after an edit. Who has changed a todo is its author from then on, and neither approves it nor has
 * approved it. What an agent asks cannot be asked anew: there, changed needs count at once, from no approval on.
 */
export function fitNeeds(plan: Plan, { todos, settings }: PlanChanges): void {
  const isOfPolicy = settings?.after.approval_policy !== undefined;
  const ids = new Set(todos.map(({ todo_id }) => todo_id));
  for (const hold of plan.openHolds.values()) {
    if (hold.kind !== "approval" || !(ids.has(hold.todo_id) || (isOfPolicy && isAsking(hold))))
      continue;
    const todo = plan.todos.get(hold.todo_id);
    if (todo === undefined) continue;
    if (isAsking(hold) && hold.deciding === null && !needsTheSame(plan, todo, hold)) {
      resetNeeds(plan, todo, hold);
    } else if (hold.needs?.not_by != null) {
      const not_by = needsOf(plan, todo).needs?.not_by ?? hold.needs.not_by;
      const counts = (by: string): boolean => !not_by.includes(by);
      hold.needs = { ...hold.needs, not_by, given: hold.needs.given.filter(counts) };
      hold.decisions = hold.decisions.filter(({ by }) => counts(by));
      markHold(plan, hold.id);
    }
  }
}

/** Has an agent's hold take on what its todo requires now. */
export function fitAskingNeeds(plan: Plan, hold: AskingHold): void {
  if (hold.kind !== "approval") return;
  const todo = plan.todos.get(hold.todo_id);
  if (todo !== undefined && !needsTheSame(plan, todo, hold)) resetNeeds(plan, todo, hold);
}

function resetNeeds(plan: Plan, todo: Written, hold: HoldState): void {
  delete hold.needs;
  Object.assign(hold, needsOf(plan, todo), { decisions: [] });
  markHold(plan, hold.id);
}

/** What may still start under an approval that it has. */
const WAITING: ReadonlySet<TodoStatus> = new Set(["pending", "blocked", "failed"]);

/**
 * Takes an approval back that was given before more was needed, or for other work: what has not started since, or is to
 * be tried again, asks whom it needs now. What is at work goes on; if it stops before it has finished, it asks them, too.
 */
export function fitApprovals(plan: Plan, { todos, settings }: PlanChanges): void {
  const isOfPolicy = settings?.after.approval_policy !== undefined;
  const ids = new Set(todos.map(({ todo_id }) => todo_id));
  for (const todo of plan.state.todos) {
    if (!(isOfPolicy || ids.has(todo.id))) continue;
    const isAtWork = todo.status === "in_progress" || isRunning(todo);
    if (todo.approved_digest === null || !(isAtWork || WAITING.has(todo.status))) continue;
    const isEnough = isApprovalEnough(plan, todo);
    if (isAtWork) {
      if (isEnough) delete todo.approval_lapsed;
      else todo.approval_lapsed = true;
    } else if (!isEnough) {
      takeBackApproval(todo);
      markTodo(plan, todo.id);
    }
  }
}

/** Whether whoever has approved a hold is enough for what its todo needs now. */
export function isStillEnough(plan: Plan, todo: Written, hold: HoldState | undefined): boolean {
  const { needs } = needsOf(plan, todo);
  if (needs === undefined) return true;
  const by = hold && decidingOf(hold)?.by;
  const given = hold?.needs?.given ?? (by === undefined ? [] : [by]);
  const { approvals, approvers, not_by } = needs;
  const groupsOf = (name: string): readonly string[] | undefined =>
    hold?.decisions.findLast((decision) => decision.by === name)?.groups;
  const counting = given.filter(
    (name) =>
      isAmong(approvers, { name, groups: groupsOf(name) }) && not_by?.includes(name) !== true,
  );
  return counting.length >= approvals;
}

/** The newest hold of a todo that is over and was about whether it may run. */
export function newestGranting(plan: Plan, todoId: string): HoldState | undefined {
  return plan.state.holds.findLast(
    (one) =>
      one.todo_id === todoId &&
      one.status !== "open" &&
      (one.kind === "recovery" ? decidingOf(one)?.args !== undefined : one.kind === "approval") &&
      !isAsking(one),
  );
}

/** Whether what lets a todo run still does: those who approved it, or the time that its plan's words let decide. */
function isApprovalEnough(plan: Plan, todo: TodoState): boolean {
  const newest = newestGranting(plan, todo.id);
  if (newest !== undefined && isOtherWork(plan, todo, newest.plan_version)) return false;
  if (newest?.status === "expired") {
    const isPersons = markOfWork(plan, todo.work).required_by !== undefined;
    return todo.approval.on_timeout === "approve" && !isPersons && needsTheSame(plan, todo, newest);
  }
  return isStillEnough(plan, todo, newest?.status === "approved" ? newest : undefined);
}

/** Who has approved an open hold that needs more approvals, the first one first. */
export function approvedBy({ status, needs }: HoldState): readonly string[] {
  return status === "open" ? (needs?.given ?? []) : [];
}

/** A hold with one more approval of those that it needs. */
export function withApproval({ needs, decisions }: HoldState, decision: Decision) {
  return {
    decisions: [...decisions, decision],
    ...(needs && { needs: { ...needs, given: [...needs.given, decision.by] } }),
  };
}

/** A hold without somebody's approval; a later one whose grace time runs is then not the last one any more. */
export function withoutApproval({ needs, decisions }: HoldState, by: string) {
  return {
    decisions: decisions.filter((decision) => decision.by !== by),
    ...(needs && { needs: { ...needs, given: needs.given.filter((name) => name !== by) } }),
  };
}

/** How many approvals a hold lacks once it has one more. */
export function lacksAfter(hold: HoldState): number {
  return (hold.needs?.approvals ?? 1) - approvedBy(hold).length - 1;
}

/** Why nobody may change what a hold asks while approving it, or null: others would have approved something else. */
export function noEdit(needs: HoldNeeds | undefined): Problem | null {
  return needs === undefined || (needs.approvals === 1 && needs.not_by === null)
    ? null
    : editsShared();
}

/** Why nobody changes, with one word, what only others may approve. */
export function editsShared(): Problem {
  const detail = say("no_edit_of_shared");
  return problemAt("invalid_command", "/decision", detail, say("change_todo_then"));
}

/** Whether one person may say that the plan goes on without what a hold asks about: what waits for it would start. */
export function mayGoOn({ needs, on_reject }: HoldState): boolean {
  return needs === undefined || needs.approvals === 1 || on_reject === "go_on";
}

/**
 * A hold as who says this has to see it. Where a plan goes on without a todo that failed before it was approved, what
 * waits for it starts, as it would after a rejection: it is for the same people to say.
 */
export function asSeenToSay(plan: Plan, hold: HoldState, then: Decision["then"]): HoldState {
  if (hold.kind !== "recovery" || then !== "go_on") return hold;
  const todo = plan.todos.get(hold.todo_id);
  if (todo === undefined || !isAskedFirst(plan, todo)) return hold;
  return { ...hold, ...needsOf(plan, todo), on_reject: rejectionOf(todo) };
}

/** Those of somebody's groups by which they may decide a hold; the others are none of its business. */
export function groupsFor({ needs }: HoldState, groups: readonly string[] = []): string[] {
  return groupsIn(needs?.approvers).filter((group) => groups.includes(group));
}

/** Why somebody is not among those who may decide a hold, or null. */
export function notAmongApprovers(
  { id, kind, needs }: HoldState,
  you: Pick<Decision, "by" | "groups">,
): Problem | null {
  const approvers = needs?.approvers ?? null;
  if (approvers === null || isAmong(approvers, { name: you.by, groups: you.groups })) return null;
  const names = approvers.join(", ");
  // What else is said about a failure, anybody may say.
  if (kind === "recovery") {
    const detail = say("only_approvers_go_on", { names });
    return { code: "not_an_approver", detail, hint: say("reject_otherwise") };
  }
  const detail = say("only_approvers", { id, names });
  return { code: "not_an_approver", detail, hint: say("ask_approver", { names }) };
}

/** Why somebody may not decide a hold, or not so, or null. */
export function needsProblem(
  hold: HoldState,
  { decision, by, groups, then }: Pick<Decision, "decision" | "by" | "groups" | "then">,
): Problem | null {
  const { id, needs, on_reject } = hold;
  if (needs === undefined) return null;
  const isAuthor = needs.not_by?.includes(by) === true;
  const stranger = notAmongApprovers(hold, { by, groups });
  if (stranger !== null) return stranger;
  if (decision === "reject") {
    if (then !== "go_on" || on_reject === "go_on" || (!isAuthor && mayGoOn(hold))) return null;
    return problemAt("invalid_command", "/then", say("no_going_on"), say("reject_otherwise"));
  }
  if (isAuthor) {
    const detail = say("no_self_approval", { id, by });
    return { code: "not_an_approver", detail, hint: say("somebody_else_approves", { by }) };
  }
  if (approvedBy(hold).includes(by)) {
    const left = lacksAfter(hold) + 1;
    const detail = say("approved_already", { id, by, count: left });
    return { code: "already_approved", detail, hint: say("others_approve_too") };
  }
  return decision === "edit" ? noEdit(needs) : null;
}

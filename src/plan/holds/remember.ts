import { deepCompareStrict } from "@cfworker/json-schema";
import type { Decision, Remembered } from "../../contract/plan/holds/hold.ts";
import type { RememberedApproval } from "../../contract/plan/plan.ts";
import { problemAt } from "../../contract/problems/problem-at.ts";
import type { Problem } from "../../contract/problems/problem.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { isWithin } from "../../json/json-pointer.ts";
import { withoutPlaces } from "../../json/object-places.ts";
import { approvalDigest, boundCall, digestOf, type TodoInput } from "../model/digest.ts";
import { isStepMode, markOf, todoOf, type Plan } from "../model/plan.ts";
import { decidingOf, isAsking, type ApprovalHold, type HoldState } from "../model/state/hold.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { addMilliseconds } from "../model/time.ts";
import { toolOf } from "../model/work.ts";
import { needsOf } from "./needs.ts";

/*
 * Approvals that are remembered (decision 72): one stands on the hold that it was given to, and lets later todos
 * through that would run the same tool, by the same workers, with the same input but for what may differ.
 */

/** Whether a person may have this hold's approval remembered. */
export function mayRemember(plan: Plan, hold: HoldState): boolean {
  return !plan.state.locked && unfit(plan, hold) === null;
}

/** Why an approval is not remembered as its decision wants, or null. */
export function rememberProblem(
  plan: Plan,
  hold: HoldState,
  { decision, remember, at }: Pick<Decision, "decision" | "remember" | "at">,
): Problem | null {
  if (remember === undefined) return null;
  const refuse = (pointer: string, detail: Sentence, hint: Sentence): Problem =>
    problemAt("invalid_command", pointer, detail, hint);
  const why = decision === "approve" ? unfit(plan, hold) : say("remember_only_approve");
  if (why !== null || hold.kind !== "approval") {
    return refuse("/remember", why ?? say("remember_only_tools"), say("leave_out"));
  }
  const latest = addMilliseconds(at, LIMITS.remembered_seconds * 1_000);
  const until = Date.parse(remember.until);
  if (until <= Date.parse(at) || until > Date.parse(latest)) {
    const days = LIMITS.remembered_seconds / 86_400;
    return refuse("/remember/until", say("remember_until"), say("remember_at_most", { days }));
  }
  const { except = [] } = remember;
  const unknown = except.findIndex(
    (pointer) => digestOf(withoutPlaces(hold.args, [pointer])) === digestOf(hold.args),
  );
  if (unknown !== -1) {
    const detail = say("remember_no_place", { place: except[unknown] ?? "" });
    return refuse(`/remember/except/${unknown}`, detail, say("remember_places"));
  }
  const counting = [...plan.remembered.values()].filter((one) => countsAt(one, at));
  if (counting.length < LIMITS.remembered) return null;
  const many = say("remember_too_many", { most: LIMITS.remembered });
  return refuse("/remember", many, say("remember_revoke_one"));
}

/** Why no approval of the hold is remembered, whatever somebody wants, or null. */
function unfit(plan: Plan, hold: HoldState): Sentence | null {
  const isTools = hold.kind === "approval" && !isAsking(hold) && hold.tool_name !== null;
  if (!isTools) return say("remember_only_tools");
  if (hold.irreversible === true) return say("remember_irreversible");
  if (isStepMode(plan.state)) return say("remember_not_in_steps");
  if (hold.needs !== undefined) return say("remember_needs");
  const asksAlways = todoOf(plan, hold.todo_id).approval.always_ask === true;
  return asksAlways ? say("remember_asks_always") : null;
}

/** What is remembered of an approval once it stands. */
export function rememberedOf(
  plan: Plan,
  hold: ApprovalHold,
  { by, at, until, except }: Omit<Remembered, "digest" | "revoked">,
): Remembered {
  const todo = todoOf(plan, hold.todo_id);
  return { by, at, until, except, digest: callDigest(todo, hold, except) };
}

/** The hold whose remembered approval counts for a todo that would run with this input now, if there is one. */
export function rememberedFor(
  plan: Plan,
  todo: TodoState,
  input: TodoInput,
  at: string,
): ApprovalHold | undefined {
  if (plan.remembered.size === 0 || isStepMode(plan.state)) return undefined;
  if (todo.approval.always_ask === true || todo.work.kind !== "tool") return undefined;
  if (needsOf(plan, todo).needs !== undefined) return undefined;
  if (markOf(plan, todo.work.tool_name).irreversible === true) return undefined;
  return [...plan.remembered.values()].find((hold) => {
    const { remembered } = hold;
    if (remembered === undefined || !countsAt(hold, at)) return false;
    if (remembered.digest !== callDigest(todo, input, remembered.except)) return false;
    const since = decidingOf(hold)?.at ?? remembered.at;
    return !(isRejected(plan, todo) || isRejectedSince(plan, todo, input, since));
  });
}

/** Whether the last word that somebody has said about this very todo was no: who said it is asked again. */
function isRejected({ state }: Plan, { id }: TodoState): boolean {
  const last = state.holds.findLast(
    (hold) => hold.todo_id === id && !isAsking(hold) && decidingOf(hold) !== null,
  );
  return last?.status === "rejected";
}

/** Whether the last word that somebody has said since then about exactly this call, of whichever todo, was no. */
function isRejectedSince(plan: Plan, todo: TodoState, input: TodoInput, since: string): boolean {
  const tool = toolOf(todo.work);
  const lastOf = (word: "approve" | "reject"): string =>
    plan.state.holds.reduce((last, hold) => {
      if (hold.kind !== "approval" || isAsking(hold) || hold.tool_name !== tool) return last;
      const { at = "", decision } = decidingOf(hold) ?? {};
      const isNewer = decision === word && at >= since && at > last;
      return isNewer && isSameCall(hold, todo, input) ? at : last;
    }, "");
  const no = lastOf("reject");
  return no !== "" && no >= lastOf("approve");
}

function isSameCall(hold: ApprovalHold, todo: TodoState, input: TodoInput): boolean {
  // A digest costs much more, and a plan may have asked about thousands of other calls.
  if (!deepCompareStrict(hold.args, input.args)) return false;
  return hold.digest === approvalDigest({ ...todo, id: hold.todo_id }, input);
}

/** Whether a todo that was let through and has not started yet still needs nobody's word. */
export function isStillLetThrough(
  plan: Plan,
  todo: TodoState,
  input: TodoInput,
  at: string,
): boolean {
  return todo.approved_under === undefined || rememberedFor(plan, todo, input, at) !== undefined;
}

function countsAt({ remembered }: ApprovalHold, at: string): boolean {
  return remembered !== undefined && Date.parse(at) < Date.parse(remembered.until);
}

/** The digest of what has to be equal: everything that an approval binds, but which todo it is. */
function callDigest(todo: TodoState, input: TodoInput, except: readonly string[]): string {
  const places = except.map((pointer) => `/args${pointer}`);
  const mayDiffer = (reference: string): boolean =>
    places.some((place) => isWithin(reference, place));
  const args = withoutPlaces(input.args, except);
  const references = input.references.filter((reference) => !mayDiffer(reference));
  return digestOf(boundCall(todo, { ...input, args, references }));
}

/** The approvals that a plan remembers, oldest first. */
export function viewRemembered({ remembered }: Plan): RememberedApproval[] {
  return [...remembered.values()].flatMap(({ id, title, tool_name, remembered: kept }) =>
    kept === undefined
      ? []
      : [{ hold_id: id, title, tool_name, by: kept.by, until: kept.until, except: kept.except }],
  );
}

import type { Decision } from "../../contract/plan/holds/hold.ts";
import type { Problem } from "../../contract/problems/problem.ts";
import { patchArguments } from "../../json/merge-patch.ts";
import { referencesUnder, referencesWithin } from "../../json/referring.ts";
import type { ApprovalCommand, InputCommand } from "../model/commands.ts";
import { approvalDigest } from "../model/digest.ts";
import { todoOf, type Plan } from "../model/plan.ts";
import type { CommandStamp, EventBody, Judgement } from "../model/state/events.ts";
import { aboutHold } from "../model/state/hold-events.ts";
import type { ApprovalHold, BudgetHold, HoldState, RecoveryHold } from "../model/state/hold.ts";
import { bindingProblem, unavailable, unknownHold } from "./hold-problems.ts";
import { rulesOf } from "./hold-rules.ts";
import { closeHold, findHold, newestHoldOf, openFor, sortOf } from "./holds.ts";
import type { DecidedEvent } from "./kinds/rules.ts";
import { asSeenToSay, groupsFor, lacksAfter, needsProblem, withApproval } from "./needs.ts";
import { rememberedOf, rememberProblem } from "./remember.ts";

/** What a decision on a hold, or an answer to it, does, or why it is refused. */
export function decideHold(
  plan: Plan,
  command: ApprovalCommand | InputCommand,
  stamp: CommandStamp,
  at: string,
): Judgement {
  const hold = holdMeant(plan, command);
  if (hold === undefined) return { problem: unknownHold(plan, command) };
  const decision = toDecision(plan, hold, command, at);
  const refusal =
    unavailable(plan, hold, at, decision.decision) ??
    bindingProblem(hold, command) ??
    decisionProblem(plan, hold, decision);
  if (refusal !== null) return { problem: refusal };

  return { events: decisionEvents(plan, hold, decision, stamp, at) };
}

/** Why the plan as it is does not take a decision that fits its hold, or null. */
export function decisionProblem(plan: Plan, hold: HoldState, decision: Decision): Problem | null {
  const rules = rulesOf(hold);
  return (
    needsProblem(asSeenToSay(plan, hold, decision.then), decision) ??
    rememberProblem(plan, hold, decision) ??
    rules.refusal?.(plan, hold, decision.decision, decision.lines) ??
    (decision.args === undefined ? null : (rules.argsProblem?.(plan, hold, decision.args) ?? null))
  );
}

/** The events of a decision that the hold takes. */
export function decisionEvents(
  plan: Plan,
  hold: HoldState,
  made: Decision,
  stamp: Partial<CommandStamp>,
  at: string,
): EventBody[] {
  const decision = withEarlierWish(hold, made);
  const lacks = decision.decision === "approve" ? lacksAfter(hold) : 0;
  if (lacks > 0) {
    const data = { ...stamp, ...sortOf(hold), decision, digest: hold.digest, lacks };
    return [{ type: "hold.signed", by: decision.by, ...aboutHold(hold), data }];
  }
  const decided: EventBody & { type: "hold.decided" } = {
    type: "hold.decided",
    by: decision.by,
    ...aboutHold(hold),
    data: {
      ...stamp,
      ...sortOf(hold),
      decision,
      digest: decidedDigest(plan, hold, decision),
    },
  };
  return [decided, ...(rulesOf(hold).follows?.(decided, at, plan, hold) ?? [])];
}

/** An approval with what somebody has asked for who approved before: that the plan asks before each todo. */
function withEarlierWish({ decisions }: HoldState, made: Decision): Decision {
  const wish = decisions.find(({ approval }) => approval !== undefined)?.approval;
  return made.decision !== "approve" || wish === undefined ? made : { approval: wish, ...made };
}

/** The digest of what was decided: of the hold, or of what a person made of it. */
function decidedDigest(plan: Plan, hold: HoldState, decision: Decision): string {
  const { args, references = [] } = decision;
  if (args === undefined || !("args" in hold)) return hold.digest;
  const own = rulesOf(hold).digestOf?.(hold, { args, references: [...references] });
  if (own !== undefined) return own;
  return approvalDigest(todoOf(plan, hold.todo_id), {
    args,
    input_data: hold.input_data,
    references: inputReferences(decision, hold),
  });
}

/** What stands by reference where a person changed the arguments: the data beside them is the same. */
function inputReferences(
  { references = [] }: Decision,
  hold: ApprovalHold | RecoveryHold | BudgetHold,
): string[] {
  const data = referencesUnder("/input_data", referencesWithin("/input_data", hold.references));
  return [...references, ...data];
}

/** The hold that is named; else the todo's newest, or the one open question. */
function holdMeant(plan: Plan, command: ApprovalCommand | InputCommand): HoldState | undefined {
  if (command.hold_id !== undefined) return findHold(plan, command.hold_id);
  const asked = openFor(plan, command);
  if (asked.length > 0 || command.type === "input")
    return asked.length === 1 ? asked[0] : undefined;
  return newestHoldOf(plan, command.todo_id ?? "");
}

/** A command's decision, as it stands on a hold. */
export function toDecision(
  plan: Plan,
  hold: HoldState,
  command: ApprovalCommand | InputCommand,
  at: string,
): Decision {
  const { by, via, comment, reason } = command;
  const then = "then" in command ? command.then : undefined;
  const groups = groupsFor(asSeenToSay(plan, hold, then), command.groups);
  const said = {
    by,
    ...(groups.length > 0 && { groups }),
    at,
    ...(via !== undefined && { via }),
    ...(comment !== undefined && { comment }),
    ...(reason !== undefined && { reason }),
  };
  if (command.type === "input") return { decision: "answer", ...said, value: command.value };
  const { decision } = command;
  return {
    decision,
    ...said,
    ...(command.lines !== undefined && { lines: [...command.lines] }),
    ...(command.approval !== undefined && { approval: command.approval }),
    ...(command.remember !== undefined && { remember: command.remember }),
    ...(decision === "reject" && { then: command.then ?? hold.on_reject }),
    ...(command.args !== undefined &&
      "args" in hold &&
      patchArguments(hold.args ?? {}, hold.references, command.args)),
  };
}

/** What a decision does to its hold, and to what the hold asked about. */
export function moveByDecision(plan: Plan, event: DecidedEvent): void {
  const { decision } = event.data;
  const status = decision.decision === "reject" ? "rejected" : "approved";
  const hold = closeHold(plan, event.hold_id, status);
  if (decision.decision === "reject") hold.decisions = [...hold.decisions, decision];
  else Object.assign(hold, withApproval(hold, decision));
  if (decision.remember !== undefined && hold.kind === "approval") {
    const { by, remember: asked } = decision;
    const { until, except = [] } = asked;
    hold.remembered = rememberedOf(plan, hold, { by, at: event.at, until, except });
    plan.remembered.set(hold.id, hold);
  }
  rulesOf(hold).onDecision(plan, hold, event);
}

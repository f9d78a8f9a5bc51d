import {
  HOLD_ACTION_FIELDS,
  HOLD_ACTION_NAMES,
  HOLD_ACTIONS,
  type HoldAction,
} from "../../contract/plan/holds/hold-actions.ts";
import { problemAt } from "../../contract/problems/problem-at.ts";
import type { Problem } from "../../contract/problems/problem.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { sealedPlaces } from "../../json/seals.ts";
import type { ControlHoldCommand } from "../model/commands.ts";
import { todoOf, type Plan } from "../model/plan.ts";
import type { CommandStamp, EventBody, Judgement } from "../model/state/events.ts";
import { aboutHold } from "../model/state/hold-events.ts";
import { isAsking, isRemembered, type HoldState } from "../model/state/hold.ts";
import { addMilliseconds } from "../model/time.ts";
import { notAmong } from "../todos/approval-policy.ts";
import { groupsIn } from "../todos/approvers.ts";
import { skipOf } from "../todos/skip-todo.ts";
import { unavailable, undoProblem, unknownHold } from "./hold-problems.ts";
import { rulesOf } from "./hold-rules.ts";
import { findHold, leftOf, takenBack } from "./holds.ts";
import { approvedBy, notAmongApprovers, withoutApproval } from "./needs.ts";

/** What only those who may decide a hold do about it: see its secrets, and say until when it asks whom. */
const DECIDERS_OWN: ReadonlySet<HoldAction> = new Set(["extend", "delegate", "reveal"]);

/**
 * What a person's word about an open hold does, short of deciding it, or why it cannot be done.
 * @param at ISO 8601 time.
 */
export function controlHold(
  plan: Plan,
  command: ControlHoldCommand,
  stamp: CommandStamp,
  at: string,
): Judgement {
  const hold = findHold(plan, command.hold_id);
  if (hold === undefined) return { problem: unknownHold(plan, command) };
  const { by, action, seconds = 0, to = "", pointer = "", reason } = command;
  const isUndo = action === "undo" && hold.status === "open" && plan.state.ending === null;
  const problem =
    (isUndo
      ? undoProblem(hold, by, at)
      : action === "revoke"
        ? null
        : unavailable(plan, hold, at)) ??
    inputProblem(command) ??
    unsupportedAction(hold, action) ??
    (DECIDERS_OWN.has(action) ? notAmongApprovers(hold, command) : null);
  if (problem !== null) return { problem };
  const about = { by, ...aboutHold(hold) };
  const said = { ...stamp, ...(reason !== undefined && { reason }) };
  switch (action) {
    case "extend": {
      const extended = Math.max(0, leftOf(hold, at) ?? 0) + seconds * 1_000;
      if (extended > LIMITS.max_timeout_seconds * 1_000) return { problem: tooLong() };
      const change =
        hold.deadline_at === null
          ? { deadline_at: null, remaining_ms: extended }
          : { deadline_at: addMilliseconds(at, extended), remaining_ms: null };
      return { events: [{ ...about, type: "hold.extended", data: { ...said, seconds, change } }] };
    }
    case "delegate": {
      const approvers = hold.needs?.approvers ?? null;
      // Who is in a group is known to those who have the keys.
      if (approvers?.includes(to) === false && groupsIn(approvers).length === 0) {
        const detail = notAmong(approvers, to);
        return {
          problem: problemAt("invalid_command", "/to", detail, say("delegate_to_approver")),
        };
      }
      const data = { ...said, to, change: { assignee: to } };
      return { events: [{ ...about, type: "hold.delegated", data }] };
    }
    case "reveal": {
      // The hold stays as it is: the log says who saw what.
      const data = { ...said, pointer, change: {} };
      return { events: [{ ...about, type: "hold.revealed", data }] };
    }
    case "undo": {
      const isLast = hold.deciding?.decision.by === by;
      const change = isLast ? takenBack(plan, hold, at) : withoutApproval(hold, by);
      const data = { ...said, change };
      return { events: [{ ...about, type: "hold.undone", data }] };
    }
    case "revoke": {
      const { remembered } = hold;
      const change =
        remembered === undefined ? {} : { remembered: { ...remembered, revoked: { by, at } } };
      return { events: [{ ...about, type: "hold.revoked", data: { ...said, change } }] };
    }
    case "withdraw": {
      const why = reason ?? say("withdrawn_by", { by });
      const data = { ...stamp, reason: why };
      const withdrawn: EventBody = { ...about, type: "hold.withdrawn", data };
      // An agent is told that nobody wants to decide, and goes on.
      if (isAsking(hold)) {
        return {
          events: [withdrawn, ...(rulesOf(hold).onTimeout?.follows?.(plan, hold, by) ?? [])],
        };
      }
      // Nobody is asked any more: a waiting todo is skipped, a failed one stays failed.
      const todo = hold.todo_id === null ? undefined : todoOf(plan, hold.todo_id);
      if (todo === undefined || todo.status === "failed") return { events: [withdrawn] };
      const skip = skipOf(todo, "operator", by, reason);
      const skipped = { by, todo_id: todo.id, data: { reason: why, skip } };
      return { events: [withdrawn, { ...skipped, type: "todo.skipped" }] };
    }
  }
}

/** Why the hold never takes the action, or null. */
function unsupportedAction(hold: HoldState, action: HoldAction): Problem | null {
  const why = whyNot(hold, action);
  if (why === null) return null;
  const legal =
    hold.status === "open" ? HOLD_ACTION_NAMES.filter((word) => whyNot(hold, word) === null) : [];
  return { code: "illegal_transition", ...why, legal };
}

function whyNot(hold: HoldState, action: HoldAction): { detail: Sentence; hint: Sentence } | null {
  if (action === "extend" && hold.deadline_at === null && hold.remaining_ms === null) {
    return {
      detail: say("no_deadline", { id: hold.id }),
      hint: say("nothing_to_extend"),
    };
  }
  if (action === "reveal" && !mayHoldSecrets(hold)) {
    return { detail: say("nothing_secret", { id: hold.id }), hint: say("nothing_to_reveal") };
  }
  if (action === "undo" && hold.deciding === null && approvedBy(hold).length === 0) {
    return { detail: say("no_decision_to_undo", { id: hold.id }), hint: say("undo_within_grace") };
  }
  if (action === "revoke" && !isRemembered(hold)) {
    return { detail: say("not_remembered", { id: hold.id }), hint: say("nothing_to_revoke") };
  }
  if (action === "withdraw" && hold.kind === "budget") {
    return { detail: say("budget_stays"), hint: say("raise_or_stop") };
  }
  if (action === "withdraw" && hold.todo_id === null && hold.kind !== "proposal") {
    return {
      detail: say("review_stays"),
      hint: say("decide_or_cancel"),
    };
  }
  return null;
}

/** Whether seals are among what it shows, or may be in what stands there by reference. */
function mayHoldSecrets(hold: HoldState): boolean {
  if (!("args" in hold)) return false;
  const { args, input_data, references } = hold;
  return references.length > 0 || sealedPlaces({ args, input_data }).length > 0;
}

/** What the action needs and was not told, or does not take. */
function inputProblem(command: ControlHoldCommand): Problem | null {
  const { action } = command;
  const wanted = Object.keys(HOLD_ACTIONS[action].input);
  for (const field of Object.keys(HOLD_ACTION_FIELDS)) {
    const isWanted = wanted.includes(field);
    if (isWanted === (Reflect.get(command, field) !== undefined)) continue;
    const detail = say(isWanted ? "needs_field" : "takes_no_field", { action, field });
    const hint =
      wanted.length === 0
        ? say("takes_nothing_more", { action })
        : say("takes_fields", { action, fields: wanted.map((name) => `"${name}"`).join(", ") });
    return problemAt("invalid_command", `/${field}`, detail, hint);
  }
  return null;
}

function tooLong(): Problem {
  const detail = say("would_wait_too_long", { most: LIMITS.max_timeout_seconds });
  return problemAt("invalid_command", "/seconds", detail, say("extend_later"));
}

import { notNow } from "../contract/problems/problem-at.ts";
import type { Problem } from "../contract/problems/problem.ts";
import { say, type Sentence } from "../contract/sentences/sentence.ts";
import { movedProblem } from "./edits/decide-edit.ts";
import { CANCEL_GRACE_MS } from "./holds/failures.ts";
import { thawedDeadlines } from "./holds/holds.ts";
import { closedProblem } from "./model/closed-problem.ts";
import type { ControlCommand } from "./model/commands.ts";
import { interruptible } from "./model/interruptible.ts";
import { isFinished, type Plan } from "./model/plan.ts";
import type { CommandStamp, EventBody, Judgement } from "./model/state/events.ts";
import { hasNotice } from "./model/state/notice.ts";
import { addMilliseconds } from "./model/time.ts";

type Word = ControlCommand["type"];
const WORDS: readonly Word[] = ["pause", "resume", "cancel"];

/**
 * What pausing, resuming or cancelling the plan does, or why it cannot be done.
 * @param at ISO 8601 time.
 */
export function controlPlan(
  plan: Plan,
  command: ControlCommand,
  stamp: CommandStamp,
  at: string,
): Judgement {
  const refusal = addsToPause(plan, command) ? null : refusalOf(plan, command);
  if (refusal !== null) return { problem: refusal };
  const expected = "expected_version" in command ? command.expected_version : undefined;
  const moved = movedProblem(plan, expected);
  if (moved !== null) return { problem: moved };
  const reason = command.reason;
  const data = { ...stamp, ...(reason !== undefined && { reason }) };
  const { by } = command;
  switch (command.type) {
    case "pause":
      return {
        events: [
          {
            type: "plan.paused",
            by,
            data: {
              ...data,
              ...(command.mode && { mode: command.mode }),
              ...(command.purpose !== undefined && { purpose: command.purpose }),
            },
          },
          ...(command.mode === "interrupt" ? putOff(plan) : []),
        ],
      };
    case "resume":
      if (command.purpose === "edit" && plan.state.paused?.stays === true) {
        return { events: [{ type: "plan.paused", by, data: { ...data, purpose: null } }] };
      }
      return {
        events: [
          { type: "plan.resumed", by, data: { ...data, deadlines: thawedDeadlines(plan, at) } },
        ],
      };
    case "archive":
    case "unarchive":
      return { events: [{ type: `plan.${command.type}d`, by, data }] };
    case "acknowledge":
      return { events: [{ type: "plan.acknowledged", by, data }] };
    case "cancel": {
      const because = reason ?? say("cancelled_by", { by });
      const ending = {
        ...stamp,
        reason: because,
        grace_until: addMilliseconds(at, CANCEL_GRACE_MS),
      };
      return { events: [{ type: "plan.cancel_requested", by, data: ending }] };
    }
  }
}

/** Between two attempts of a todo nothing runs that could be stopped: it waits for its next one as others do. */
function putOff(plan: Plan): EventBody[] {
  return interruptible(plan)
    .filter(({ next_attempt }) => next_attempt !== undefined)
    .map(({ id }) => ({ type: "todo.interrupted", by: "holdpoint", todo_id: id, data: {} }));
}

function isLegal({ paused, ending }: Plan["state"], word: Word): boolean {
  return ending === null && (word === "cancel" || (word === "resume") === (paused !== null));
}

/** A plan that only starts nothing new may be told to stop what still runs, and that somebody edits it, too. */
function addsToPause(plan: Plan, command: ControlCommand): boolean {
  const { paused, ending } = plan.state;
  if (command.type !== "pause" || paused === null || ending !== null) return false;
  if (isFinished(plan.state)) return false;
  if (command.purpose === "edit") return true;
  // It stays paused then, also when the editing is over.
  if (paused.purpose === "edit" && paused.stays !== true) return true;
  return command.mode === "interrupt" && interruptible(plan).length > 0;
}

function refusalOf({ state, openHolds }: Plan, command: ControlCommand): Problem | null {
  const { type: word } = command;
  if (word === "archive" || word === "unarchive") return shelfProblem(state, word);
  if (word === "acknowledge") return noticeProblem(state);
  if (isFinished(state))
    return closedProblem(state, (status) => say("plan_takes_no_more", { status, word }));
  // Whoever closes the editor resumes nothing else.
  const closes = command.type === "resume" && command.purpose === "edit";
  const isUnedited = closes && state.ending === null && state.paused?.purpose !== "edit";
  if (!isUnedited && isLegal(state, word)) return null;
  const legal: string[] = WORDS.filter((other) => isLegal(state, other));
  if (isUnedited) return notNeeded(say("plan_not_edited"), legal);
  if (legal.length > 0 && openHolds.size > 0) legal.push("approval");
  const now = state.ending !== null ? "ending" : state.paused === null ? "running" : "paused";
  return notNow(
    say("plan_cannot", { status: say(`status_${now}`), word }),
    legal.length === 0 ? say("wait_for_end") : say("plan_accepts", { words: legal.join(", ") }),
    legal,
  );
}

/** What is asked for is so already. */
function notNeeded(detail: Sentence, legal: readonly string[]): Problem {
  return notNow(detail, say("nothing_to_do"), legal);
}

/** Only that a plan failed is something to have read, once. */
function noticeProblem(state: Plan["state"]): Problem | null {
  if (hasNotice(state)) return null;
  return notNeeded(
    say(state.acknowledged_at === undefined ? "plan_not_failed" : "plan_acknowledged"),
    [],
  );
}

/** Only a plan that has ended is put away. */
function shelfProblem(state: Plan["state"], word: "archive" | "unarchive"): Problem | null {
  if (!isFinished(state)) {
    return notNow(
      say("plan_not_ended"),
      say("cancel_or_wait"),
      state.ending === null ? ["cancel"] : [],
    );
  }
  if ((state.archived_at === null) === (word === "archive")) return null;
  return word === "archive"
    ? notNeeded(say("plan_is_archived"), ["unarchive"])
    : notNeeded(say("plan_is_not_archived"), ["archive"]);
}

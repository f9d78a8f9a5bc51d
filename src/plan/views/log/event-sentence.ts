import type { LoggedEvent } from "../../../contract/plan/event.ts";
import type { SaidValue } from "../../../contract/sentences/catalog.ts";
import {
  isSentenceId,
  readWording,
  say,
  type Sentence,
  type SentenceId,
  type Wording,
} from "../../../contract/sentences/sentence.ts";
import {
  CONTINUATION_CANCELS,
  CONTINUATION_SKIPS,
  QUESTION_KINDS,
  REJECT_ACTIONS,
  TIMEOUT_ACTIONS,
} from "../../../contract/tables/vocabulary.ts";
import type { JsonObject } from "../../../contract/text.ts";

const SELF = "holdpoint";

/**
 * What happened, with what was said of it. The title of the todo or hold that it is about is left
 * out: who shows it writes that before it.
 */
export function eventSentence(event: LoggedEvent): Sentence {
  const what = sentenceOf(event);
  const why = whyOf(event);
  if (why === "") return what;
  if (typeof why !== "string" && SAYS_ALL.has(why.id)) return why;
  return say(typeof why === "string" ? "event_said" : "event_because", { what, why });
}

/** Reasons that name the event themselves. */
const SAYS_ALL: ReadonlySet<SentenceId> = new Set<SentenceId>([
  "cancelled_by",
  "ended_by",
  "skipped_by",
  "rejected_by",
  "rejected_because",
  "not_approved_by",
  "not_approved_because",
  "withdrawn_by",
  "nobody_decided",
  "nobody_answered",
  "todo_was_cancelled",
]);

/** What is told of sessions leaves nothing to add. */
const OF_SESSIONS = /^(session|continuation)\./;

/** A person's words or a sentence of ours; empty where there are none, or the event says it already. */
function whyOf({ type, data = {} }: LoggedEvent): Wording {
  if (OF_SESSIONS.test(type)) return "";
  const why = wordingOf(data, "reason") || wordingOf(data, "comment") || wordingOf(data, "note");
  return type === "todo.skip_requested" && typeof why !== "string" ? "" : why;
}

function sentenceOf({ type, by, data = {} }: LoggedEvent): Sentence {
  const text = (field: string): Wording => wordingOf(data, field);
  const count = (field: string): number => Number(data[field] ?? 0);
  switch (type) {
    case "todo.offered": {
      const who = text("assignee");
      return who === "" ? say("event_offered") : say("event_offered_to", { who });
    }
    case "todo.released":
      return by === SELF ? say("event_released_silent") : say("event_released", { by });
    case "todo.completed":
    case "todo.delivered":
      return by === SELF ? say("event_completed") : say("event_completed_by", { by });
    case "todo.retried":
    case "todo.rerun":
      return say("event_again", { by });
    case "hold.requested":
      return say(isQuestion(data) ? "event_waits_answer" : "event_waits");
    case "hold.deciding":
      return say("event_deciding", {
        what: decisionSentence(by, data),
        until: text("takes_effect_at"),
      });
    case "hold.decided":
      return decisionSentence(by, data);
    case "hold.signed":
      return say("hold.signed", { by, lacks: count("lacks") });
    case "hold.undone":
      return by === SELF ? say("event_not_in_effect") : say("hold.undone", { by });
    case "hold.withdrawn":
      return by === SELF ? say("event_withdrawn") : say("hold.withdrawn", { by });
    case "hold.escalated":
      return say(isQuestion(data) ? "event_escalated_answer" : type, { to: text("to") });
    case "hold.expired":
      return expirySentence(data);
    case "plan.replan_proposed":
      return say(data["applied"] === true ? "event_replan_applied" : "event_replan_proposed", {
        count: count("lines"),
        summary: text("summary"),
      });
    case "plan.edited":
      return editSentence(by, data);
    case "plan.paused":
      return say(data["purpose"] === null ? "event_edited_no_longer" : "plan.paused", { by });
    case "plan.cancel_requested":
      return say(type, { by });
    case "plan.abort_requested":
      return say("event_ending");
    case "agent.time_over":
      return say(type, { seconds: count("seconds") });
    case "agent.countdown":
      return count("seconds") === 0
        ? say("event_countdown_over")
        : say("event_countdown", { seconds: count("seconds"), left: count("left") });
    case "task_resumed_after_human_query":
      if (data["unanswered"] === "timed_out") return say("event_resumed_timed_out");
      return data["unanswered"] === "refused" ? say("event_resumed_refused", { by }) : say(type);
    case "human_query_answered":
      return say("event_answered", { by });
    case "continuation.injected": {
      const { left = "" } = valuesOf(data["prompt"] as JsonObject);
      return say("continuation.injected", { session_id: text("session_id"), left });
    }
    case "continuation.cancelled": {
      const cause = CONTINUATION_CANCELS.find((row) => row === data["cause"]);
      const why = cause === undefined ? text("cause") : say(`cancel_${cause}`);
      return say("continuation.cancelled", { session_id: text("session_id"), why });
    }
    case "continuation.skipped": {
      const known = CONTINUATION_SKIPS.find((row) => row === data["why"]);
      const why = known === undefined ? text("why") : say(`skip_${known}`);
      return say("continuation.skipped", { session_id: text("session_id"), why });
    }
    default: {
      // All others have a sentence under their own name.
      const id: SentenceId = type;
      // A newer version may log what this one does not know.
      if (!isSentenceId(id)) return say("event_unknown", { type });
      return { id, values: { ...valuesOf(data), by } };
    }
  }
}

/** What stands in an event's data, under the same names. */
function valuesOf(data: JsonObject): Record<string, SaidValue> {
  const values = Object.entries(data).map(([field, value]) => [
    field,
    typeof value === "number" ? value : wordingOf(data, field),
  ]);
  return Object.fromEntries(values) as Record<string, SaidValue>;
}

function decisionSentence(by: string, data: JsonObject): Sentence {
  switch (data["decision"]) {
    case "edit":
      return say("event_approved_edited", { by });
    case "answer":
      return say("event_answered", { by });
    case "approve":
      return say("event_approved", { by });
    default:
      return rejectionSentence(by, data);
  }
}

function rejectionSentence(by: string, { kind, of_agent, then }: JsonObject): Sentence {
  if (kind === "plan_review" || kind === "goal") return say("event_rejected_plan", { by });
  if (kind === "recovery" && then === "fail") return say("event_left_failed", { by });
  const action = REJECT_ACTIONS.find((name) => name === then);
  // An agent is told no and goes on; a proposal that is turned down changes nothing.
  const isTold = kind === "proposal" || (of_agent === true && action !== "abort");
  if (isTold || action === undefined) {
    return say("event_rejected", { by });
  }
  return say("event_rejected_then", { by, then: say(`rejecting_${action}`) });
}

/** What time did, where nobody decided. */
function expirySentence(data: JsonObject): Sentence {
  if (data["of_agent"] === true) return say("event_expired_agent");
  const action = TIMEOUT_ACTIONS.find((name) => name === data["action"]) ?? "fail";
  if (action === "approve" && isQuestion(data)) return say("event_expired_answer");
  return say("event_expired", { then: say(`expired_${action}`) });
}

/** Whether an event of a hold is of one that takes an answer. */
function isQuestion({ kind }: JsonObject): boolean {
  return QUESTION_KINDS.some((one) => one === kind);
}

/** Most edits are people's own, others bring an earlier version back. */
function editSentence(by: string, data: JsonObject): Sentence {
  const { change_type, of_version: version } = data;
  if (change_type === "restore") return say("event_restored", { by });
  if (typeof version !== "number") return say("event_edited", { by });
  if (change_type === "undo") return say("event_version_undone", { by, version });
  if (change_type === "rollback") return say("event_rolled_back", { by, version });
  return say("event_edited", { by });
}

function wordingOf(data: JsonObject, field: string): Wording {
  return readWording(data[`${field}_said`]) ?? readWording(data[field]) ?? "";
}

import type { LoggedEvent } from "../../contract/plan/event.ts";
import {
  isSentenceId,
  readWording,
  say,
  type Sentence,
  type SentenceId,
  type Wording,
} from "../../contract/sentences/sentence.ts";
import {
  QUESTION_KINDS,
  REJECT_ACTIONS,
  TIMEOUT_ACTIONS,
} from "../../contract/tables/vocabulary.ts";
import type { JsonObject } from "../../contract/text.ts";
import { sessionSentence } from "./session-sentence.ts";

const SELF = "holdpoint";

/**
 * What happened, with what was said of it. The title of the todo or hold that it is about is left
 * out: who shows it writes that before it.
 */
export function eventSentence(event: LoggedEvent): Sentence {
  const ofSession = sessionSentence(event);
  if (ofSession !== null) return ofSession;
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
  "todo_was_cancelled",
]);

/** A person's words or a sentence of ours; empty where there are none, or the event says it already. */
function whyOf({ type, data = {} }: LoggedEvent): Wording {
  const why = wordingOf(data, "reason") || wordingOf(data, "comment") || wordingOf(data, "note");
  return type === "todo.skip_requested" && typeof why !== "string" ? "" : why;
}

function sentenceOf({ type, by, data = {} }: LoggedEvent): Sentence {
  const text = (field: string): Wording => wordingOf(data, field);
  const count = (field: string): number => Number(data[field] ?? 0);
  switch (type) {
    case "todo.let_through":
      return say("event_let_through", { by: text("approved_by") });
    case "todo.started":
      return say("event_started");
    case "todo.offered": {
      const who = text("assignee");
      return who === "" ? say("event_offered") : say("event_offered_to", { who });
    }
    case "todo.claimed":
      return say("event_claimed", { by });
    case "todo.released":
      return by === SELF ? say("event_released_silent") : say("event_released", { by });
    case "todo.due_soon":
      return say("event_due_soon", { at: text("due_at") });
    case "todo.overdue":
      return say("event_overdue", { at: text("due_at") });
    case "todo.completed":
    case "todo.delivered":
      return by === SELF ? say("event_completed") : say("event_completed_by", { by });
    case "todo.kept":
      return say("event_kept");
    case "todo.failed":
      return say("event_failed", { message: text("message") });
    case "todo.skip_requested":
      return say("event_skip_requested", { by });
    case "todo.skipped":
      return say("event_skipped");
    case "todo.cancelled":
      return say("event_cancelled");
    case "todo.interrupted":
      return say("event_interrupted");
    case "todo.attempt_failed":
      return say("event_attempt_failed", { message: text("message") });
    case "todo.attempt_requeued":
      return say("event_requeued");
    case "todo.attempt_started":
      return say("event_attempt_started");
    case "todo.reopened":
      return say("event_reopened");
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
    case "hold.due_soon":
      return say("event_hold_due_soon", { at: text("deadline_at") });
    case "hold.undone":
      return by === SELF ? say("event_not_in_effect") : say("hold.undone", { by });
    case "hold.withdrawn":
      return by === SELF ? say("event_withdrawn") : say("hold.withdrawn", { by });
    case "hold.expired":
      return expirySentence(data);
    case "hold.stale":
      return say("event_stale");
    case "plan.created":
      return say("event_created", { by });
    case "plan.draft_refused":
      return say("event_draft_refused");
    case "plan.planning_stopped":
      return say("event_planning_stopped", { question: text("question") });
    case "plan.planned":
      return say("event_planned", { count: count("todo_count") });
    case "plan.replan_requested":
      return say("event_replan_requested");
    case "plan.replan_refused":
      return say("event_replan_refused");
    case "plan.replan_proposed":
      return say(data["applied"] === true ? "event_replan_applied" : "event_replan_proposed", {
        count: count("lines"),
        summary: text("summary"),
      });
    case "plan.replan_unchanged":
      return say("event_replan_unchanged", { summary: text("summary") });
    case "plan.replan_failed":
      return say("event_replan_failed", { why: text("message") });
    case "plan.replan_dropped":
      return say("event_replan_dropped");
    case "plan.report_requested":
      return say("event_report_requested");
    case "plan.report_dropped":
      return say("event_report_dropped");
    case "plan.reported":
      return say("event_reported");
    case "plan.started":
      return say("event_plan_started");
    case "plan.paused":
      return say("event_paused", { by });
    case "plan.resumed":
      return say("event_resumed", { by });
    case "plan.reopened":
      return say("event_plan_reopened", { by });
    case "plan.archived":
      return say("event_archived", { by });
    case "plan.unarchived":
      return say("event_unarchived", { by });
    case "plan.acknowledged":
      return say("event_acknowledged", { by });
    case "plan.edited":
      return editSentence(by, data);
    case "plan.cancel_requested":
    case "plan.abort_requested":
      return say("event_ending");
    case "plan.completed":
      return say("event_plan_completed");
    case "plan.failed":
      return say("event_plan_failed");
    case "plan.cancelled":
      return say("event_plan_cancelled");
    case "agent.turn":
      return say("event_turn", { turn: count("turn") });
    case "agent.answered":
      return say("event_answered_by_plan");
    case "agent.mark_ignored":
      return say("event_mark_ignored");
    case "agent.transcript_kept":
      return say("event_transcript_kept");
    case "agent.countdown":
      return count("seconds") === 0
        ? say("event_countdown_over")
        : say("event_countdown", { seconds: count("seconds"), left: count("left") });
    case "agent.countdown_cancelled":
      return say("event_halted", { by });
    case "human_query_requested":
      return say("event_asks", { question: text("question") });
    case "human_query_answered":
      return say("event_answered", { by });
    case "task_resumed_after_human_query":
      return say("event_goes_on");
    case "command.refused":
      return say("event_refused", { detail: text("detail") });
    default:
      return holdActionSentence(type, by, data);
  }
}

/** What a person did about an open hold without deciding it: a sentence under the event's own name. */
function holdActionSentence(type: string, by: string, data: JsonObject): Sentence {
  // A newer version may log what this one does not know.
  if (!isSentenceId(type)) return say("event_unknown", { type });
  const told = Object.keys(data).map((field) => [field, wordingOf(data, field)]);
  return { id: type, values: { ...Object.fromEntries(told), by } };
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
  if (kind === "proposal" || of_agent === true || action === undefined) {
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

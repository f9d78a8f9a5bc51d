import type { LoggedEvent } from "../../contract/plan/event.ts";
import { REJECT_ACTIONS, TIMEOUT_ACTIONS } from "../../contract/tables/vocabulary.ts";
import { sessionSentence } from "../../plan/views/session-sentence.ts";
import type { Speech } from "./words.ts";

/** What a question to people went through (S4): it stands out among everything else. */
const OF_QUESTIONS: ReadonlySet<LoggedEvent["type"]> = new Set([
  "human_query_requested",
  "human_query_answered",
  "task_resumed_after_human_query",
]);

/** What people do with a reason of their own. */
const REASONED: ReadonlySet<LoggedEvent["type"]> = new Set([
  "plan.paused",
  "plan.resumed",
  "plan.edited",
  "plan.archived",
  "plan.unarchived",
  "plan.acknowledged",
  "todo.retried",
  "todo.rerun",
  "todo.claimed",
  "todo.released",
  "hold.extended",
  "hold.delegated",
]);

/** Whether an event is of a question that an agent asked people. */
export function isOfQuestion({ type }: LoggedEvent): boolean {
  return OF_QUESTIONS.has(type);
}

/** One event as a sentence, with what people said of it. */
export function eventText(event: LoggedEvent, speech: Speech): string {
  const text = sentenceOf(event, speech);
  const reason = REASONED.has(event.type) ? event.data?.["reason"] : undefined;
  if (typeof reason !== "string" || reason === "") return text;
  return `${text} ${speech.words("decided_said", { words: reason })}`;
}

function sentenceOf(event: LoggedEvent, { words, inOwnWords, tell }: Speech): string {
  const { by, data = {} } = event;
  const field = (name: string): string => inOwnWords(data, name as never);
  switch (event.type) {
    case "todo.started":
      return words("event_started");
    case "todo.offered":
      return words("event_offered");
    case "todo.claimed":
      return words("event_claimed", { by });
    case "todo.released":
      return words("event_released", { by });
    case "todo.due_soon":
    case "hold.due_soon":
      return words("event_due_soon");
    case "todo.overdue":
      return words("event_overdue");
    case "todo.completed":
    case "todo.delivered":
      return words("event_completed");
    case "todo.kept":
      return words("event_kept");
    case "todo.failed":
      return words("event_failed", { message: field("message") });
    case "todo.skip_requested":
      return words("event_skip_requested", { by });
    case "todo.skipped":
      return words("event_skipped");
    case "todo.cancelled":
      return words("event_cancelled");
    case "todo.interrupted":
      return words("event_interrupted");
    case "todo.attempt_failed":
      return words("event_attempt_failed", { message: field("message") });
    case "todo.attempt_requeued":
      return words("event_requeued");
    case "todo.attempt_started":
      return words("event_attempt_started");
    case "todo.reopened":
      return words("event_reopened");
    case "todo.retried":
    case "todo.rerun":
      return words("event_again", { by });
    case "hold.requested":
      return words("event_waits");
    case "hold.decided":
      return decidedText(event, words);
    case "hold.deciding":
      return words("event_deciding", { by });
    case "hold.undone":
      return words("event_undone", { by });
    case "hold.extended":
      return words("event_extended", { by });
    case "hold.delegated":
      return words("event_delegated", { by, to: field("to") });
    case "hold.revealed":
      return words("event_revealed", { by, pointer: field("pointer") });
    case "hold.expired": {
      const action = TIMEOUT_ACTIONS.find((name) => name === data["action"]) ?? "fail";
      return words("event_expired", { then: words(`timeout_${action}`) });
    }
    case "hold.withdrawn":
      return words("event_withdrawn", { reason: field("reason") });
    case "hold.stale":
      return words("event_stale");
    case "plan.created":
      return words("event_created", { by });
    case "plan.draft_refused":
      return words("event_draft_refused");
    case "plan.planning_stopped":
      return words("event_planning_stopped");
    case "plan.planned":
      return words("event_planned");
    case "plan.replan_requested":
      return words("event_replan_requested");
    case "plan.replan_refused":
      return words("event_replan_refused");
    case "plan.replan_proposed":
      return words("event_replan_proposed");
    case "plan.replan_unchanged":
      return words("event_replan_unchanged");
    case "plan.replan_failed":
      return words("event_replan_failed", { why: field("message") });
    case "plan.replan_dropped":
      return words("event_replan_dropped");
    case "plan.report_requested":
      return words("event_report_requested");
    case "plan.report_dropped":
      return words("event_report_dropped");
    case "plan.reported":
      return words("event_reported");
    case "plan.started":
      return words("event_plan_started");
    case "plan.paused":
      return words("event_paused", { by });
    case "plan.resumed":
      return words("event_resumed", { by });
    case "plan.reopened":
      return words("event_plan_reopened", { by });
    case "plan.archived":
      return words("event_archived", { by });
    case "plan.unarchived":
      return words("event_unarchived", { by });
    case "plan.acknowledged":
      return words("event_acknowledged", { by });
    case "plan.edited":
      return editText(by, data, words);
    case "plan.cancel_requested":
    case "plan.abort_requested":
      return words("event_ending", { reason: field("reason") });
    case "plan.completed":
      return words("event_plan_completed");
    case "plan.failed":
      return words("event_plan_failed");
    case "plan.cancelled":
      return words("event_plan_cancelled");
    case "agent.turn":
      return words("event_turn", { turn: Number(data["turn"]) });
    case "agent.answered":
      return words("event_answered_by_plan");
    case "agent.mark_ignored":
      return words("event_mark_ignored");
    case "agent.transcript_kept":
      return words("event_transcript_kept");
    case "agent.countdown": {
      const [seconds, left] = [Number(data["seconds"]), Number(data["left"])];
      return seconds === 0
        ? words("event_countdown_over")
        : words("event_countdown", { seconds, left });
    }
    case "agent.countdown_cancelled":
      return words("event_halted", { by });
    case "human_query_requested":
      return words("event_asks", { question: field("question") });
    case "human_query_answered":
      return words("event_answered", { by });
    case "task_resumed_after_human_query":
      return words("event_goes_on");
    case "session.registered":
    case "session.changed":
    case "session.leased":
    case "session.renewed":
    case "session.lease_expired":
    case "session.deleted":
    case "continuation.countdown":
    case "continuation.injected":
    case "continuation.acknowledged":
    case "continuation.cancelled":
    case "continuation.skipped": {
      const sentence = sessionSentence(event);
      return sentence === null ? event.type : tell(sentence);
    }
    case "command.refused":
      return words("event_refused", { detail: field("detail") });
  }
}

function decidedText({ by, data = {} }: LoggedEvent, words: Speech["words"]): string {
  const remark = data["reason"] ?? data["comment"];
  const said = typeof remark === "string" ? ` ${words("decided_said", { words: remark })}` : "";
  switch (data["decision"]) {
    case "edit":
      return words("event_approved_edited", { by }) + said;
    case "answer":
      return words("event_answered", { by });
    case "approve":
      return words("event_approved", { by }) + said;
    default: {
      const then = REJECT_ACTIONS.find((name) => name === data["then"]);
      const what = then === undefined ? "" : ` ${words(`then_${then}`)}.`;
      return `${words("event_rejected", { by })}.${what}${said}`;
    }
  }
}

/** What an edit did: most are people's own, others bring an earlier version back. */
function editText(by: string, data: object, words: Speech["words"]): string {
  const { change_type, of_version } = data as { change_type?: string; of_version?: number | null };
  if (of_version == null) return words("event_edited", { by });
  if (change_type === "undo") return words("event_version_undone", { by, version: of_version });
  if (change_type === "rollback") return words("event_rolled_back", { by, version: of_version });
  return words("event_edited", { by });
}

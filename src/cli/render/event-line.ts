import type { LoggedEvent } from "../../contract/plan/event.ts";
import type { Skip } from "../../contract/plan/todo.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import type { Words } from "../messages/words.ts";
import { bold, cyan, dim, green, red, yellow } from "../terminal/colors.ts";
import { REJECT_ACTIONS, TIMEOUT_ACTIONS } from "../../contract/tables/vocabulary.ts";
import { inOwnWords, language } from "../messages/i18n.ts";
import { textOf } from "../../contract/sentences/sentence.ts";
import { sessionSentence } from "../../plan/views/session-sentence.ts";
import { oneLine } from "../terminal/printable.ts";
import { moment } from "../terminal/time.ts";
import { skipText, type Titles } from "./holds/reasons.ts";

/** One line for a person about something that happened, or null when it is not worth one. */
export function eventLine(event: LoggedEvent, titles: Titles, words: Words): string | null {
  const { by, data = {}, hold_id: hold = "" } = event;
  const title = oneLine(titles.get(event.todo_id ?? "") ?? event.todo_id ?? "");
  const field = (key: string): string => oneLine(inOwnWords(data, key));
  const line = (sign: string, sentence: string): string => `${sign} ${sentence}`;
  switch (event.type) {
    case "todo.started":
      return line(cyan("▶"), title);
    case "todo.offered":
      return line(yellow("○"), offered(title, data["assignee"], words));
    case "todo.claimed":
      return line(cyan("▶"), words("event_claimed", { title, by }));
    case "todo.released":
      return line(yellow("○"), words("event_released", { title, by }));
    case "todo.due_soon":
      return line(yellow("!"), words("event_due_soon", { title, due: moment(field("due_at")) }));
    case "todo.overdue":
      return line(red("!"), words("event_overdue", { title, due: moment(field("due_at")) }));
    case "todo.completed":
    case "todo.kept":
      return line(green("✔"), title);
    case "todo.failed":
      return line(red("✖"), `${title}: ${field("message")}`);
    case "todo.skip_requested":
      return line(yellow("‖"), words("event_skip_requested", { title, by }));
    case "todo.skipped": {
      const skip = data["skip"] as unknown as Skip | undefined;
      const todo = { id: event.todo_id ?? "", skipped: skip ?? null };
      return line(dim("–"), `${title}: ${skipText(todo, titles, words)}`);
    }
    case "todo.cancelled":
      return line(dim("–"), `${title}: ${field("reason")}`);
    case "todo.interrupted":
      return line(yellow("‖"), words("event_interrupted", { title }));
    case "todo.attempt_failed":
      return line(yellow("↻"), words("event_attempt_failed", { title, message: field("message") }));
    case "todo.attempt_requeued":
      return line(yellow("↻"), words("event_requeued", { title }));
    case "todo.reopened":
      return line(cyan("↻"), words("event_reopened", { title }));
    case "todo.retried":
    case "todo.rerun":
      return line(cyan("↻"), words("event_again", { title, by }));
    case "hold.requested":
      return line(yellow("◐"), words("event_waits", { title: title || field("title"), hold }));
    case "hold.decided":
      return line(bold("●"), decided(data, by, words));
    case "hold.deciding":
      return line(bold("●"), words("event_deciding", { by, what: decided(data, by, words) }));
    case "hold.undone":
      return line(bold("●"), words("event_undone", { hold, by }));
    case "hold.extended":
      return line(bold("●"), words("event_extended", { hold, by }));
    case "hold.delegated":
      return line(bold("●"), words("event_delegated", { hold, by, to: field("to") }));
    case "hold.revealed":
      return line(bold("●"), words("event_revealed", { hold, by, pointer: field("pointer") }));
    case "hold.due_soon":
      return line(
        yellow("!"),
        words("event_hold_due_soon", { hold, due: moment(field("deadline_at")) }),
      );
    case "hold.expired":
      return line(red("●"), words("event_expired", { action: expiredOf(field("action"), words) }));
    case "hold.withdrawn":
    case "hold.stale":
      return line(dim("●"), words("event_over", { hold, reason: field("reason") }));
    case "plan.draft_refused":
      return line(yellow("↻"), words("event_draft_refused"));
    case "plan.planning_stopped":
      return line(yellow("◐"), words("event_planning_stopped", { question: field("question") }));
    case "plan.planned":
      return line(bold("✎"), words("event_planned", { count: Number(data["todo_count"] ?? 0) }));
    case "plan.replan_requested":
      return line(cyan("↻"), words("event_replan_requested"));
    case "plan.replan_refused":
      return line(yellow("↻"), words("event_replan_refused"));
    case "plan.replan_proposed": {
      const told = { count: Number(data["lines"] ?? 0), summary: field("summary") };
      return line(
        yellow("✎"),
        words(data["applied"] === true ? "event_replan_applied" : "event_replan_proposed", told),
      );
    }
    case "plan.replan_unchanged":
      return line(dim("✎"), words("event_replan_unchanged", { summary: field("summary") }));
    case "plan.replan_failed":
      return line(red("✎"), words("event_replan_failed", { why: field("message") }));
    case "plan.replan_dropped":
      return null;
    case "plan.reported":
      return line(green("●"), words("event_reported"));
    case "plan.report_requested":
    case "plan.report_dropped":
      return null;
    case "plan.paused":
      return line(yellow("‖"), words("event_paused", { by }));
    case "plan.resumed":
      return line(green("▶"), words("event_resumed", { by }));
    case "plan.reopened":
      return line(green("▶"), words("event_reopened_plan", { by }));
    case "plan.archived":
    case "plan.unarchived":
      return line(dim("●"), words(`event_${event.type.slice(5)}` as "event_archived", { by }));
    case "plan.acknowledged":
      return line(dim("●"), words("event_acknowledged", { by }));
    case "plan.edited":
      return line(bold("✎"), words("event_edited", { by, reason: field("reason") }).trimEnd());
    case "plan.cancel_requested":
    case "plan.abort_requested":
      return line(red("■"), words("event_ending", { reason: field("reason") }));
    case "command.refused":
      return line(red("!"), words("event_refused", { detail: field("detail") }));
    case "agent.turn":
      return line(dim("·"), words("event_turn", { title, turn: Number(data["turn"]) }));
    case "agent.answered":
      return line(cyan("?"), words("event_answered_by_plan", { title }));
    case "agent.mark_ignored":
      return line(dim("?"), words("event_mark_ignored", { title }));
    case "human_query_requested":
      return line(yellow("?"), words("event_asks", { title, question: field("question") }));
    case "task_resumed_after_human_query":
      return line(cyan("▶"), words("event_goes_on", { title }));
    case "agent.countdown": {
      const [seconds, left] = [Number(data["seconds"]), Number(data["left"])];
      if (seconds === 0) return line(dim("▶"), words("event_countdown_over", { title }));
      return line(dim("↻"), words("event_countdown", { title, seconds, left }));
    }
    case "agent.countdown_cancelled":
      return line(yellow("‖"), words("event_halted", { title, by }));
    case "session.registered":
    case "session.deleted":
    case "session.lease_expired":
    case "continuation.countdown":
    case "continuation.injected":
    case "continuation.acknowledged":
    case "continuation.cancelled":
    case "continuation.skipped":
      return line(cyan("↪"), oneLine(textOf(sessionSentence(event) ?? "", language)));
    // Claims are told as the todo's; the rest is a session's own business.
    case "session.leased":
    case "session.renewed":
    case "session.changed":
    case "human_query_answered":
    case "agent.transcript_kept":
    case "todo.attempt_started":
    case "todo.delivered":
    case "plan.created":
    case "plan.started":
    case "plan.completed":
    case "plan.failed":
    case "plan.cancelled":
      return null;
  }
}

function offered(title: string, assignee: Json | undefined, words: Words): string {
  return typeof assignee === "string"
    ? words("event_offered_to", { title, who: assignee })
    : words("event_offered", { title });
}

function decided(data: JsonObject, by: string, words: Words): string {
  const reason = text(data["reason"] ?? data["comment"]);
  const remark = reason === "" ? "" : `: ${reason}`;
  switch (data["decision"]) {
    case "edit":
      return `${green(words("event_approved_edited"))} ${words("by_person", { by })}${remark}`;
    case "answer":
      return `${green(words("event_answered"))} ${words("by_person", { by })}${remark}`;
    case "approve":
      return `${green(words("event_approved"))} ${words("by_person", { by })}${remark}`;
    default: {
      const then = thenOf(text(data["then"]), words);
      return `${red(words("event_rejected", { then }))} ${words("by_person", { by })}${remark}`;
    }
  }
}

function thenOf(then: string, words: Words): string {
  const known = REJECT_ACTIONS.find((action) => action === then);
  return known === undefined ? then : words(`rejecting_${known}`);
}

function expiredOf(action: string, words: Words): string {
  const known = TIMEOUT_ACTIONS.find((name) => name === action);
  return known === undefined ? action : words(`timeout_${known}`);
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? oneLine(value) : "";
}

import type { LoggedEvent } from "../../contract/plan/event.ts";
import { eventSentence } from "../../plan/views/log/event-sentence.ts";
import { inOwnWords, tellHere } from "../messages/tell.ts";
import { bold, cyan, dim, green, red, yellow } from "../terminal/colors.ts";
import { oneLine } from "../terminal/printable.ts";
import type { Titles } from "./holds/reasons.ts";

type EventType = LoggedEvent["type"];

/** What is not worth a line: the plan's own steps, which the board tells, and what a claim says already. */
const SILENT: ReadonlySet<EventType> = new Set<EventType>([
  "plan.created",
  "plan.started",
  "plan.completed",
  "plan.failed",
  "plan.cancelled",
  "plan.replan_dropped",
  "plan.report_requested",
  "plan.report_dropped",
  "todo.attempt_started",
  "todo.delivered",
  "human_query_answered",
  "agent.transcript_kept",
  "session.leased",
  "session.renewed",
  "session.changed",
]);

/** What the sign says by itself. */
const TITLE_ONLY: ReadonlySet<EventType> = new Set(["todo.started", "todo.completed"]);

const SIGNS: Partial<Record<EventType, string>> = {
  "todo.let_through": green("●"),
  "todo.started": cyan("▶"),
  "todo.offered": yellow("○"),
  "todo.claimed": cyan("▶"),
  "todo.released": yellow("○"),
  "todo.due_soon": yellow("!"),
  "todo.overdue": red("!"),
  "todo.completed": green("✔"),
  "todo.kept": green("✔"),
  "todo.failed": red("✖"),
  "todo.skip_requested": yellow("‖"),
  "todo.skipped": dim("–"),
  "todo.cancelled": dim("–"),
  "todo.interrupted": yellow("‖"),
  "todo.attempt_failed": yellow("↻"),
  "todo.attempt_requeued": yellow("↻"),
  "todo.approval_demanded": yellow("◐"),
  "todo.reopened": cyan("↻"),
  "todo.retried": cyan("↻"),
  "todo.rerun": cyan("↻"),
  "hold.requested": yellow("◐"),
  "hold.due_soon": yellow("!"),
  "hold.escalated": yellow("◐"),
  "hold.expired": red("●"),
  "plan.draft_refused": yellow("↻"),
  "plan.planning_stopped": yellow("◐"),
  "plan.planned": bold("✎"),
  "plan.replan_requested": cyan("↻"),
  "plan.replan_refused": yellow("↻"),
  "plan.replan_proposed": yellow("✎"),
  "plan.replan_unchanged": dim("✎"),
  "plan.replan_failed": red("✎"),
  "plan.reported": green("●"),
  "plan.paused": yellow("‖"),
  "plan.resumed": green("▶"),
  "plan.reopened": green("▶"),
  "plan.edited": bold("✎"),
  "plan.cancel_requested": red("■"),
  "plan.abort_requested": red("■"),
  "command.refused": red("!"),
  "agent.turn": dim("·"),
  "model.turn_dropped": dim("·"),
  "agent.time_over": yellow("‖"),
  "agent.answered": cyan("?"),
  "agent.mark_ignored": dim("?"),
  "agent.countdown": dim("↻"),
  "agent.countdown_cancelled": yellow("‖"),
  human_query_requested: yellow("?"),
  task_resumed_after_human_query: cyan("▶"),
};

/**
 * One line for a person about something that happened, or null when it is not worth one.
 * @param plain without a sign before it.
 */
export function eventLine(event: LoggedEvent, titles: Titles, plain = false): string | null {
  const { type, by, todo_id, hold_id, data = {} } = event;
  if (SILENT.has(type)) return null;
  const title =
    todo_id === undefined ? inOwnWords(data, "title") : (titles.get(todo_id) ?? todo_id);
  const parts = [
    title,
    ...(by === "holdpoint" && TITLE_ONLY.has(type) && !plain
      ? []
      : [tellHere(eventSentence(event))]),
  ];
  const line = oneLine(parts.filter((part) => part !== "").join(": "));
  const hold = hold_id === undefined ? "" : dim(` (${hold_id})`);
  return `${plain ? "" : `${SIGNS[type] ?? signOf(type)} `}${line}${hold}`;
}

function signOf(type: string): string {
  return type.startsWith("session.") || type.startsWith("continuation.") ? cyan("↪") : bold("●");
}

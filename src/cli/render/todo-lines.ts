import type { LoggedEvent } from "../../contract/plan/event.ts";
import type { Hold } from "../../contract/plan/holds/hold.ts";
import type { TodoDetail } from "../../contract/plan/plan.ts";
import { attemptsOf } from "../../plan/views/log/attempts.ts";
import { words } from "../messages/i18n.ts";
import { span } from "../messages/span.ts";
import { inOwnWords } from "../messages/tell.ts";
import type { WordKey } from "../messages/words.ts";
import { bold, dim } from "../terminal/colors.ts";
import { oneLine } from "../terminal/printable.ts";
import { moment } from "../terminal/time.ts";
import { pad, widthOf } from "../terminal/width.ts";
import { eventLine } from "./event-line.ts";
import { argumentLines, decisionText, type Field } from "./holds/hold-lines.ts";
import { reasonsText, shortHold, type Titles } from "./holds/reasons.ts";
import { markOf, TODO_MARKS } from "./marks.ts";

/** One todo with everything that a person asks about it. */
export function todoLines(
  {
    todo,
    holds,
    events,
    titles,
  }: {
    readonly todo: TodoDetail;
    readonly holds: readonly Hold[];
    readonly events: readonly LoggedEvent[];
    readonly titles: Titles;
  },
  plain = false,
): string[] {
  const { sign, paint } = TODO_MARKS[todo.status];
  const isRun = todo.tool_name !== null || todo.agent_name !== null;
  const log = events.flatMap((event) => {
    const line = eventLine(event, titles, plain);
    return line === null ? [] : [`  ${dim(moment(event.at))}  ${line}`];
  });
  const { context } = todo;
  const fields: readonly (readonly [name: WordKey, value: string | null])[] = [
    ["field_tool", todo.tool_name],
    ["field_agent", todo.agent_name],
    ["field_purpose", todo.agent_purpose],
    ["field_expected", todo.expected_output],
    ["field_estimate", secondsText(todo.estimated_seconds)],
    ["field_review", todo.review_result ? words("review_by_model") : null],
    ["field_priority", String(todo.priority)],
    ["field_for", todo.assignee],
    ["field_due", todo.due_at && moment(todo.due_at)],
    // People have neither: a question waits as long as its hold says.
    ["field_limit", secondsText(isRun ? todo.timeout_seconds : null)],
    ["field_retries", isRun ? String(todo.max_retries) : null],
    ["field_optional", todo.optional ? words("checked_yes") : null],
    ["field_input", todo.input_data && JSON.stringify(todo.input_data)],
    ["field_context", Object.keys(context).length === 0 ? null : JSON.stringify(context)],
    ["field_steps", stepsOf(todo, plain)],
    ["field_spent", spentOf(todo)],
    ["field_question", todo.input_request?.question ?? null],
    ["field_needs", todo.depends_on.map((id) => titles.get(id) ?? id).join(", ")],
    ["field_waits", reasonsText(todo.waits_for, titles)],
    ["field_created", moment(todo.created_at)],
    ["field_started", todo.started_at && moment(todo.started_at)],
    ["field_progress", progressText(todo)],
    ["field_ended", endOf(todo)],
    ["field_attempts", isRun && todo.run > 0 ? attemptsText(todo, events) : null],
    ["field_failed", inOwnWords(todo, "error_message")],
    ...holds.flatMap(({ id, decisions }) =>
      decisions.map((one) => ["field_decided", `${decisionText(one)} (${shortHold(id)})`] as const),
    ),
  ];
  const width = Math.max(...fields.map(([name]) => widthOf(words(name))));
  const field: Field = (name, value) => `  ${dim(pad(name, width))}  ${value}`;
  return [
    `${plain ? "" : `${paint(sign)} `}${dim(todo.id)}  ${bold(oneLine(todo.title))}  ${paint(words(`todo_${todo.status}`))}`,
    ...(todo.description === null ? [] : [`  ${oneLine(todo.description)}`]),
    "",
    ...fields.flatMap(([name, value]) => (value ? [field(words(name), oneLine(value))] : [])),
    ...(todo.result_data === null
      ? []
      : argumentLines(words("field_result"), todo.result_data, Infinity, field)),
    ...(log.length === 0 ? [] : ["", `  ${bold(words("field_log"))}`, ...log]),
  ];
}

function secondsText(seconds: number | null): string | null {
  return seconds === null ? null : span(seconds * 1_000);
}

/** How far its tool is, and what it says that it does; null where it has told neither. */
function progressText(todo: TodoDetail): string | null {
  const { status, progress_percentage } = todo;
  const percent = progress_percentage === 0 ? [] : [`${Math.round(progress_percentage)}%`];
  const message = oneLine(inOwnWords(todo, "progress_message"));
  const told = [...percent, ...(message === "" ? [] : [message])];
  return status !== "in_progress" || told.length === 0 ? null : told.join("  ");
}

function endOf({ started_at, completed_at }: TodoDetail): string | null {
  if (completed_at === null) return null;
  return started_at === null
    ? moment(completed_at)
    : `${moment(completed_at)} (${span(Date.parse(completed_at) - Date.parse(started_at))})`;
}

/** The agent's own steps, each with how far it is. */
function stepsOf({ agent }: TodoDetail, plain: boolean): string {
  return (agent?.steps ?? [])
    .map(({ content, status }) => `${markOf(status, plain)} ${content}`)
    .join("; ");
}

function spentOf({ agent }: TodoDetail): string | null {
  if (agent === null) return null;
  const { turns, input_tokens, output_tokens, cost_usd } = agent.spent;
  const tokens = input_tokens + output_tokens;
  return words("spent_in_turns", { cost: `$${cost_usd.toFixed(2)}`, tokens, turns });
}

/** How many attempts its newest run has had; `retry_count` goes on counting over the runs. */
function attemptsText({ run }: TodoDetail, events: readonly LoggedEvent[]): string {
  const count = attemptsOf(events).at(-1)?.attempt ?? 1;
  return words(run > 1 ? "attempts_in_runs" : "attempts", { count, runs: run });
}

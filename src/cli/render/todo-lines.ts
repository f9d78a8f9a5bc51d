import type { LoggedEvent } from "../../contract/plan/event.ts";
import type { Hold } from "../../contract/plan/holds/hold.ts";
import type { TodoDetail } from "../../contract/plan/plan.ts";
import { inOwnWords } from "../messages/tell.ts";
import type { WordKey, Words } from "../messages/words.ts";
import { bold, dim } from "../terminal/colors.ts";
import { oneLine } from "../terminal/printable.ts";
import { moment, span } from "../terminal/time.ts";
import { pad, widthOf } from "../terminal/width.ts";
import { eventLine } from "./event-line.ts";
import { argumentLines, decisionText, type Field } from "./holds/hold-lines.ts";
import { reasonsText, shortHold, type Titles } from "./holds/reasons.ts";
import { markOf, TODO_MARKS } from "./marks.ts";

const NAMES = [
  "field_tool",
  "field_agent",
  "field_purpose",
  "field_expected",
  "field_review",
  "field_estimate",
  "field_priority",
  "field_for",
  "field_due",
  "field_limit",
  "field_retries",
  "field_optional",
  "field_input",
  "field_context",
  "field_created",
  "field_steps",
  "field_spent",
  "field_question",
  "field_needs",
  "field_waits",
  "field_progress",
  "field_started",
  "field_ended",
  "field_attempts",
  "field_failed",
  "field_decided",
  "field_result",
] as const satisfies readonly WordKey[];

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
  words: Words,
  plain = false,
): string[] {
  const { sign, paint } = TODO_MARKS[todo.status];
  const isRun = todo.tool_name !== null || todo.agent_name !== null;
  const width = Math.max(...NAMES.map((name) => widthOf(words(name))));
  const field: Field = (name, value) => `  ${dim(pad(name, width))}  ${value}`;
  const said = (name: (typeof NAMES)[number], value: string | null): string[] =>
    value === null || value === "" ? [] : [field(words(name), oneLine(value))];
  const log = events.flatMap((event) => {
    const line = eventLine(event, titles, plain);
    return line === null ? [] : [`  ${dim(moment(event.at))}  ${line}`];
  });
  return [
    `${plain ? "" : `${paint(sign)} `}${dim(todo.id)}  ${bold(oneLine(todo.title))}  ${paint(words(`todo_${todo.status}`))}`,
    ...(todo.description === null ? [] : [`  ${oneLine(todo.description)}`]),
    "",
    ...said("field_tool", todo.tool_name),
    ...said("field_agent", todo.agent_name),
    ...said("field_purpose", todo.agent_purpose),
    ...said("field_expected", todo.expected_output),
    ...said(
      "field_estimate",
      todo.estimated_seconds === null ? null : span(todo.estimated_seconds * 1_000, words.language),
    ),
    ...said("field_review", todo.review_result ? words("review_by_model") : null),
    ...said("field_priority", String(todo.priority)),
    ...said("field_for", todo.assignee),
    ...said("field_due", todo.due_at && moment(todo.due_at)),
    // People have neither: a question waits as long as its hold says.
    ...(isRun ? said("field_limit", span(todo.timeout_seconds * 1_000, words.language)) : []),
    ...(isRun ? said("field_retries", String(todo.max_retries)) : []),
    ...said("field_optional", todo.optional ? words("checked_yes") : null),
    ...said("field_input", todo.input_data && JSON.stringify(todo.input_data)),
    ...said(
      "field_context",
      Object.keys(todo.context).length === 0 ? null : JSON.stringify(todo.context),
    ),
    ...said("field_steps", stepsOf(todo, words, plain)),
    ...said("field_spent", spentOf(todo, words)),
    ...said("field_question", todo.input_request?.question ?? null),
    ...said("field_needs", todo.depends_on.map((id) => titles.get(id) ?? id).join(", ")),
    ...said("field_waits", reasonsText(todo.waits_for, titles)),
    ...said("field_created", moment(todo.created_at)),
    ...said("field_started", todo.started_at && moment(todo.started_at)),
    ...said("field_progress", progressText(todo)),
    ...said("field_ended", endOf(todo, words)),
    ...(isRun && todo.run > 0 ? said("field_attempts", attemptsOf(todo, words)) : []),
    ...said("field_failed", inOwnWords(todo, "error_message") || null),
    ...holds.flatMap(({ id, decisions }) =>
      decisions.map((decision) =>
        field(words("field_decided"), `${decisionText(decision, words)} (${shortHold(id)})`),
      ),
    ),
    ...(todo.result_data === null
      ? []
      : argumentLines(words("field_result"), todo.result_data, Infinity, field, words)),
    ...(log.length === 0 ? [] : ["", `  ${bold(words("field_log"))}`, ...log]),
  ];
}

/** How far its tool is, and what it says that it does; null where it has told neither. */
function progressText(todo: TodoDetail): string | null {
  const { status, progress_percentage } = todo;
  const percent = progress_percentage === 0 ? [] : [`${Math.round(progress_percentage)}%`];
  const message = oneLine(inOwnWords(todo, "progress_message"));
  const told = [...percent, ...(message === "" ? [] : [message])];
  return status !== "in_progress" || told.length === 0 ? null : told.join("  ");
}

function endOf({ started_at, completed_at }: TodoDetail, words: Words): string | null {
  if (completed_at === null) return null;
  return started_at === null
    ? moment(completed_at)
    : `${moment(completed_at)} (${span(Date.parse(completed_at) - Date.parse(started_at), words.language)})`;
}

/** The agent's own steps, each with how far it is. */
function stepsOf({ agent }: TodoDetail, words: Words, plain: boolean): string {
  return (agent?.steps ?? [])
    .map(({ content, status }) => `${markOf(status, words, plain)} ${content}`)
    .join("; ");
}

function spentOf({ agent }: TodoDetail, words: Words): string | null {
  if (agent === null) return null;
  const { turns, input_tokens, output_tokens, cost_usd } = agent.spent;
  const tokens = input_tokens + output_tokens;
  return words("spent_in_turns", { cost: `$${cost_usd.toFixed(2)}`, tokens, turns });
}

function attemptsOf({ retry_count, run }: TodoDetail, words: Words): string {
  return words(run > 1 ? "attempts_in_runs" : "attempts", { count: retry_count + 1, runs: run });
}

import type {
  Comparison,
  Impact,
  PlanChanges,
  PlanVersion,
  TodoChange,
} from "../../contract/plan/edit.ts";
import type { Json } from "../../contract/text.ts";
import type { WordKey, Words } from "../messages/words.ts";
import { cyan, dim, green, red } from "../terminal/colors.ts";
import { oneLine } from "../terminal/printable.ts";
import { moment } from "../terminal/time.ts";
import { table } from "../terminal/table.ts";
import { cut } from "../terminal/width.ts";

const LONGEST_VALUE = 60;
/** Fields that say where a todo stands rather than what it is. */
const PLACE = "rank";
const NEVER_SHOWN = new Set(["created_at", "id"]);

type Field = readonly [name: string, before: Json, after: Json];

/** What differs between two versions: `+` added, `-` removed, `~` changed with old and new values. */
export function comparisonLines(comparison: Comparison, words: Words): string[] {
  const { added, removed, changed, settings } = comparison;
  const fieldsOf = (fields: Comparison["settings"]): Field[] =>
    fields.map(({ field, before, after }) => [field, before, after]);
  return [
    ...added.map(({ id, title }) => todoLine("+", id, title)),
    ...removed.map(({ id, title }) => todoLine("-", id, title)),
    ...changed.flatMap(({ todo_id, fields }) => changeLines(todo_id, fieldsOf(fields), words)),
    ...settingsLines(fieldsOf(settings), words),
  ];
}

/** What an edit changes or changed, in the same form. */
export function planChangesLines({ todos, settings }: PlanChanges, words: Words): string[] {
  const fieldsOf = (before: object, after: object): Field[] =>
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .map((name): Field => [name, valueOf(before, name), valueOf(after, name)])
      .filter(([, was, is]) => JSON.stringify(was) !== JSON.stringify(is));
  const todoLines = ({ todo_id, before, after }: TodoChange): string[] => {
    if (before === null && after === null) return [];
    if (before === null) return [todoLine("+", todo_id, after!.title)];
    if (after === null) return [todoLine("-", todo_id, before.title)];
    return changeLines(todo_id, fieldsOf(before, after), words);
  };
  return [
    ...todos.flatMap(todoLines),
    ...(settings === null ? [] : settingsLines(fieldsOf(settings.before, settings.after), words)),
  ];
}

/** What a change does to what is running, done or asked; nothing when it touches none of it. */
export function impactLines(impact: Impact, words: Words): string[] {
  const list = (key: WordKey, ids: readonly string[]): string[] =>
    ids.length === 0 ? [] : [words(key, { ids: ids.join(", ") })];
  return [
    ...list("impact_runs_again", impact.runs_again),
    ...list("impact_cannot_be_undone", impact.cannot_be_undone),
    ...list("impact_starts", impact.starts),
    ...list("impact_holds_closed", impact.holds_closed),
    ...list("impact_holds_opened", impact.holds_opened),
    ...(impact.ends_plan ? [words("impact_ends_plan")] : []),
  ];
}

/** A plan's versions: who made each, when, why, and how much it changed. */
export function historyLines(
  versions: readonly PlanVersion[],
  { columns, words }: { readonly columns: number; readonly words: Words },
): string[] {
  const heading = [
    words("head_version"),
    words("head_when"),
    words("head_who"),
    words("head_what"),
    words("head_why"),
  ];
  const rows = versions.map(({ version, at, by, change_type, changes, reason, of_version }) => [
    `v${version}`,
    moment(at),
    oneLine(by),
    words(`change_${change_type}`, { of: of_version ?? "", count: changes.todos.length }),
    oneLine(reason ?? ""),
  ]);
  return table(heading, rows, { columns, flexible: [2, 4] });
}

function todoLine(sign: "+" | "-", id: string, title: string): string {
  const paint = sign === "+" ? green : red;
  return paint(`${sign} ${oneLine(id)}  ${oneLine(title)}`);
}

function changeLines(id: string, fields: readonly Field[], words: Words): string[] {
  const shown = fields.filter(([name]) => !NEVER_SHOWN.has(name));
  return shown.length === 0
    ? []
    : [cyan(`~ ${oneLine(id)}`), ...shown.map((field) => fieldLine(field, words))];
}

function settingsLines(fields: readonly Field[], words: Words): string[] {
  return fields.length === 0
    ? []
    : [cyan(`~ ${words("the_plan")}`), ...fields.map((field) => fieldLine(field, words))];
}

function fieldLine([name, before, after]: Field, words: Words): string {
  if (name === PLACE) return `    ${dim(words("field_place"))}`;
  return `    ${dim(oneLine(name))}: ${short(before)} → ${short(after)}`;
}

/** What is not there is a dash. */
function short(value: Json): string {
  const isNothing = value === null || (Array.isArray(value) && value.length === 0);
  return isNothing ? "–" : cut(oneLine(JSON.stringify(value)), LONGEST_VALUE);
}

function valueOf(fields: object, name: string): Json {
  return ((fields as Record<string, Json | undefined>)[name] ?? null) as Json;
}

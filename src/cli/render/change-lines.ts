import type { Comparison, Impact, PlanChanges, PlanVersion } from "../../contract/plan/edit.ts";
import { IMPACT_PARTS } from "../../contract/sentences/catalogs/impact.ts";
import type { Json } from "../../contract/text.ts";
import {
  thingsChanged,
  thingsCompared,
  type ChangedField,
  type ChangedThing,
} from "../../plan/views/board/changed-fields.ts";
import { words, heads } from "../messages/i18n.ts";
import type { WordKey } from "../messages/words.ts";
import { cyan, dim, green, red } from "../terminal/colors.ts";
import { oneLine } from "../terminal/printable.ts";
import { table } from "../terminal/table.ts";
import { moment } from "../terminal/time.ts";
import { cut } from "../terminal/width.ts";
import { argumentLines, SHORT, type Field } from "./holds/hold-lines.ts";
import { unawaitedLine } from "./holds/unawaited-line.ts";

/** Of versions that are compared; what somebody decides on is not cut. */
const LONGEST_VALUE = 60;
/** Fields that say where a todo stands rather than what it is. */
const PLACE = "rank";

/** What differs between two versions: `+` added, `-` removed, `~` changed with old and new values. */
export function comparisonLines(comparison: Comparison): string[] {
  return thingsCompared(comparison).flatMap((thing) => thingLines(thing, LONGEST_VALUE));
}

/** What an edit changes or changed, in the same form. */
export function planChangesLines(changes: PlanChanges): string[] {
  return thingsChanged(changes).flatMap((thing) => thingLines(thing, Infinity));
}

/** What a change does to what is running, done or asked; nothing when it touches none of it. */
export function impactLines(impact: Impact): string[] {
  const list = (key: WordKey, ids: readonly string[]): string[] =>
    ids.length === 0 ? [] : [words(key, { ids: ids.join(", ") })];
  return [
    ...IMPACT_PARTS.flatMap((part) => list(`impact_${part}`, impact[part])),
    ...unawaitedLines(impact),
    ...(impact.ends_plan ? [words("impact_ends_plan")] : []),
  ];
}

/** What a change starts without the decision that it waited for. */
export function unawaitedLines({ unawaited }: Impact): string[] {
  return unawaited.map(({ about, todos }) =>
    unawaitedLine(
      about,
      todos.map((title) => ({ title })),
    ),
  );
}

/** A plan's versions: who made each, when, why, and how much it changed. */
export function historyLines(
  versions: readonly PlanVersion[],
  { columns }: { readonly columns: number },
): string[] {
  const heading = heads("version", "when", "who", "what", "why");
  const rows = versions.map(({ version, at, by, change_type, changes, reason, of_version }) => [
    `v${version}`,
    moment(at),
    oneLine(by),
    words(`change_${change_type}`, { of: of_version ?? "", count: changes.todos.length }),
    oneLine(reason ?? ""),
  ]);
  return table(heading, rows, { columns, flexible: [2, 4] });
}

function thingLines({ sign, id, title, fields }: ChangedThing, longest: number): string[] {
  if (sign !== "~") {
    const paint = sign === "+" ? green : red;
    return [
      paint(`${sign} ${oneLine(id ?? "")}  ${oneLine(title ?? "")}`),
      ...fields.flatMap((field) => givenLines(field)),
    ];
  }
  const name = id === null ? words("the_plan") : oneLine(id);
  return [cyan(`~ ${name}`), ...fields.map((field) => fieldLine(field, longest))];
}

/** A field of what comes, whole: nobody approves what is cut off. */
function givenLines({ field, after }: ChangedField): string[] {
  const written = JSON.stringify(after);
  const isShort = typeof after !== "string" && written.length <= SHORT;
  const named: Field = (name, value) => `${dim(oneLine(name))}: ${value}`;
  return argumentLines(field, isShort ? written : after, Infinity, named).map(
    (line) => `    ${line}`,
  );
}

function fieldLine({ field, before, after }: ChangedField, longest: number): string {
  if (field === PLACE) return `    ${dim(words("field_place"))}`;
  return `    ${dim(oneLine(field))}: ${short(before, longest)} → ${short(after, longest)}`;
}

/** What is not there is a dash. */
function short(value: Json, longest: number): string {
  const isNothing = value === null || (Array.isArray(value) && value.length === 0);
  return isNothing ? "–" : cut(oneLine(JSON.stringify(value)), longest);
}

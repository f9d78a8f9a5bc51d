import { diffWordsWithSpace } from "diff";
import { Fragment, type ReactNode } from "react";
import type { Impact, PlanChanges } from "../../contract/plan/edit.ts";
import { IMPACT_PARTS } from "../../contract/sentences/catalogs/impact.ts";
import type { WorkKind } from "../../contract/tables/vocabulary.ts";
import type { Json } from "../../contract/text.ts";
import { maskSeals } from "../../json/seals.ts";
import type { ChangedField, ChangedThing } from "../../plan/views/board/changed-fields.ts";
import { JsonValue } from "../parts/values/json-value.tsx";
import { titlesText } from "../words/titles-text.ts";
import { useSpeech, WORDS, type PlainWordId, type Speech } from "../words/words.ts";
import { unawaitedText } from "./unawaited-text.ts";

const LOOKS = {
  "+": { word: "diff_added", look: "bg-good-tint text-good" },
  "-": { word: "diff_removed", look: "bg-bad-tint text-bad" },
  "~": { word: "diff_changed", look: "bg-accent-tint text-accent" },
} as const;
/** Where a todo stands: a text that nobody reads. */
const PLACE = "rank";
/** Comparing two texts may take no longer: both are shown whole then. */
const DIFF_MS = 100;
/** Values so short are shown one after the other. */
const SHORT = 24;

export type TitleOf = (todoId: string) => string;

/** What people know todos by: their titles in the plan, and of those that it has not what changes call them last. */
export function titlesOf(
  todos: readonly { readonly id: string; readonly title: string }[],
  changes: PlanChanges["todos"],
): TitleOf {
  const titles = new Map(
    changes.flatMap(({ todo_id, after }) =>
      after === null ? [] : [[todo_id, after.title] as const],
    ),
  );
  for (const { id, title } of todos) titles.set(id, title);
  return (id) => titles.get(id) ?? id;
}

/** Changes todo by todo: what comes, what goes, and each field before and after, word by word. */
export function ChangeList({
  things,
  titleOf,
  isSideBySide = false,
}: {
  readonly things: readonly ChangedThing[];
  readonly titleOf: TitleOf;
  /** Long texts stand beside each other, where there is room. */
  readonly isSideBySide?: boolean;
}) {
  const { words } = useSpeech();
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {things.map(({ sign, id, title, fields }) => (
        <li key={`${sign} ${id ?? ""}`} className="px-3 py-2">
          <p className="flex items-start gap-2">
            <span
              className={`shrink-0 rounded px-1.5 text-small leading-5 font-semibold ${LOOKS[sign].look}`}
            >
              <span aria-hidden="true" className="font-mono">
                {sign}
              </span>{" "}
              {words(LOOKS[sign].word)}
            </span>
            <span className="min-w-0 font-medium" lang="">
              {title ?? (id === null ? words("the_plan") : titleOf(id))}
            </span>
          </p>
          {sign === "+" && fields.length > 0 && (
            <div className="mt-1 ml-7">
              <FieldList fields={fields} titleOf={titleOf} />
            </div>
          )}
          {sign === "~" && (
            <dl className="mt-1 ml-7 grid grid-cols-1 gap-x-3 gap-y-1 sm:grid-cols-[7rem_minmax(0,1fr)]">
              {fields.map((field) => (
                <FieldChange
                  key={field.field}
                  change={field}
                  titleOf={titleOf}
                  isSideBySide={isSideBySide}
                />
              ))}
            </dl>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What a todo is given, field by field; long values open on demand. */
export function FieldList({
  fields,
  titleOf,
}: {
  readonly fields: readonly ChangedField[];
  readonly titleOf: TitleOf;
}) {
  const { words } = useSpeech();
  return (
    <dl className="grid grid-cols-1 gap-x-3 gap-y-1 sm:grid-cols-[7rem_minmax(0,1fr)]">
      {fields.map(({ field, after }) => (
        <Fragment key={field}>
          <dt className="min-w-0 text-small break-words text-faint">{nameOf(field, words)}</dt>
          <dd className="min-w-0 break-words">
            {typeof after === "boolean" || field === "kind" || field === "depends_on" ? (
              textOf(field, after, titleOf, words)
            ) : (
              <JsonValue value={after} />
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function FieldChange({
  change: { field, before, after },
  titleOf,
  isSideBySide,
}: {
  readonly change: ChangedField;
  readonly titleOf: TitleOf;
  readonly isSideBySide: boolean;
}) {
  const { words } = useSpeech();
  return (
    <>
      <dt className="text-small text-faint">{nameOf(field, words)}</dt>
      <dd className="min-w-0">
        {field === PLACE ? (
          <span className="text-soft">{words("field_place")}</span>
        ) : (
          <Difference
            before={textOf(field, before, titleOf, words)}
            after={textOf(field, after, titleOf, words)}
            isSideBySide={isSideBySide}
          />
        )}
      </dd>
    </>
  );
}

/** Two texts: what went is struck out, what came is underlined; in one, or beside each other. */
function Difference({
  before,
  after,
  isSideBySide,
}: {
  readonly before: string;
  readonly after: string;
  readonly isSideBySide: boolean;
}) {
  const isShort = before.length <= SHORT && after.length <= SHORT;
  const isOne = isShort || before === "" || after === "";
  const parts = isOne ? undefined : diffWordsWithSpace(before, after, { timeout: DIFF_MS });
  if (parts === undefined) {
    return (
      <span className="flex flex-wrap items-baseline gap-x-1.5 whitespace-pre-wrap" lang="">
        <del className="text-bad">{before === "" ? "–" : before}</del>
        <span aria-hidden="true" className="text-faint">
          →
        </span>
        <ins className="font-medium text-good no-underline">{after === "" ? "–" : after}</ins>
      </span>
    );
  }
  const shown = parts.map(({ value, added, removed }, place) =>
    added ? (
      <ins key={place} className="bg-good-tint text-good">
        {value}
      </ins>
    ) : removed ? (
      <del key={place} className="bg-bad-tint text-bad">
        {value}
      </del>
    ) : (
      <span key={place}>{value}</span>
    ),
  );
  if (!isSideBySide) {
    return (
      <span className="whitespace-pre-wrap" lang="">
        {shown}
      </span>
    );
  }
  return (
    <div className="grid gap-2 sm:grid-cols-2" lang="">
      <p className="rounded-md bg-raised px-2 py-1 whitespace-pre-wrap">
        {shown.filter((_, place) => parts[place]!.added !== true)}
      </p>
      <p className="rounded-md bg-raised px-2 py-1 whitespace-pre-wrap">
        {shown.filter((_, place) => parts[place]!.removed !== true)}
      </p>
    </div>
  );
}

/** A field as people call it; an argument, and what is rarely changed, under its own name. */
function nameOf(field: string, words: Speech["words"]): string {
  if (field === PLACE) return words("diff_place");
  const [, of, name] = /^\/(args|input_data)\/(.*)$/s.exec(field) ?? [];
  if (name !== undefined) return of === "args" ? name : `${words("input_data")}: ${name}`;
  const id = `field_${field}`;
  return Object.hasOwn(WORDS, id) ? words(id as PlainWordId) : field;
}

function textOf(field: string, value: Json, titleOf: TitleOf, words: Speech["words"]): string {
  if (value === null) return "";
  if (typeof value === "boolean") return words(value ? "value_yes" : "value_no");
  if (field === "kind") return words(`work_${value as WorkKind}`);
  if (field === "depends_on" && Array.isArray(value)) {
    return value.map((id) => (typeof id === "string" ? titleOf(id) : "")).join(", ");
  }
  return maskSeals(typeof value === "string" ? value : JSON.stringify(value), words("masked"));
}

/** What a change does to what is running, done or asked. */
export function ImpactList({
  impact,
  titleOf,
}: {
  readonly impact: Impact;
  readonly titleOf: TitleOf;
}) {
  const { words } = useSpeech();
  const items = impactItems(impact, titleOf, words);
  if (items.length === 0) return <p className="text-soft">{words("impact_nothing")}</p>;
  return <ul className="flex list-disc flex-col gap-0.5 pl-5">{items}</ul>;
}

/** The same as items of a list; none when it touches nothing. */
export function impactItems(impact: Impact, titleOf: TitleOf, words: Speech["words"]): ReactNode[] {
  const named = (id: string) => ({ id, title: titleOf(id) });
  const warnings = impact.unawaited.map(({ about, todos }) =>
    unawaitedText({ about: named(about), todos: todos.map(named) }, words),
  );
  return [
    ...impactLines(impact, titleOf, words).map((line) => <li key={line}>{line}</li>),
    ...warnings.map((line) => (
      <li key={line} className="font-medium text-wait">
        {line}
      </li>
    )),
  ];
}

function impactLines(impact: Impact, titleOf: TitleOf, words: Speech["words"]): string[] {
  const todos = (ids: readonly string[]): string => titlesText(ids.map(titleOf), words);
  const touched = IMPACT_PARTS.filter((part) => impact[part].length > 0);
  return [
    ...touched.map((part) =>
      words(`impact_${part}`, { todos: todos(impact[part]), count: impact[part].length }),
    ),
    ...(impact.ends_plan ? [words("impact_ends_plan")] : []),
  ];
}

import type { z } from "zod";
import type { ProblemDetail } from "../../contract/problems/problem.ts";
import { sayNearest } from "../../contract/sentences/say-nearest.ts";
import { isSentenceId, named, say, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { toPointer } from "../../json/json-pointer.ts";
import { validateJson } from "../../json/validate-json.ts";

/** How many mistakes are named: a plan's log keeps them, so a sender must not make it long. */
const MOST = 10;
/** Places of a value up to which all of its mistakes are looked for; of a longer one, the first. */
const LOOKED_THROUGH = 10_000;

/** Without compiled code: the workflow's sandbox need not allow it, and few values are read. */
const ALL = { jitless: true, error: codeOf };
/** zod's `validate` stops so: a list of a million wrong items costs what the first of them costs. */
const FIRST: z.core.ParseContext<z.core.$ZodIssue> = Object.assign({ abortEarly: true }, ALL);

/**
 * A value as its schema reads it, or what is wrong with it. Anyone who reaches Temporal can send
 * anything, so nothing about it is believed: neither its depth nor its size.
 * @param depth to which the value of each field may be nested.
 */
export function readAs<Schema extends z.ZodType>(
  schema: Schema,
  raw: unknown,
  depth: number = LIMITS.json_depth,
): { value: z.output<Schema> } | { mistakes: ProblemDetail[] } {
  const mistakes = brokenFields(raw, depth);
  if (mistakes.length > 0) return { mistakes };
  const first = schema.safeParse(raw, FIRST);
  if (first.success) return { value: first.data };
  const { error = first.error } = isShort(raw) ? schema.safeParse(raw, ALL) : first;
  return {
    mistakes: tellingIssues(error.issues).slice(0, MOST).flatMap(toMistakes).slice(0, MOST),
  };
}

function isShort(raw: unknown): boolean {
  const places = [raw];
  for (let place = 0; place < places.length; place += 1) {
    const value = places[place];
    if (typeof value !== "object" || value === null) continue;
    const inner: unknown[] = Object.values(value);
    if (places.length + inner.length > LOOKED_THROUGH) return false;
    places.push(...inner);
  }
  return true;
}

/** What of the value's fields no plan can keep. */
function brokenFields(raw: unknown, depth: number): ProblemDetail[] {
  if (typeof raw !== "object" || raw === null) return [];
  const mistakes: ProblemDetail[] = [];
  for (const [key, value] of Object.entries(raw)) {
    const mistake = validateJson(value, depth);
    if (mistake === null) continue;
    const pointer = toPointer([shown(key)]) + mistake.pointer;
    mistakes.push({ pointer: shortPointer(pointer), detail: mistake.detail });
    if (mistakes.length === MOST) break;
  }
  return mistakes;
}

function toMistakes(issue: z.core.$ZodIssue): ProblemDetail[] {
  return placesOf(issue).map(({ pointer, detail }) => ({ pointer: shortPointer(pointer), detail }));
}

/**
 * The issues without those of a value that is of another type altogether: what else it lacks says nothing. Of a value
 * that may be several things, those of the one that it is meant to be.
 */
export function tellingIssues(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const placeOf = ({ path }: z.core.$ZodIssue): string => toPointer(path.map(String));
  const types = issues.filter(({ code }) => code === "invalid_type");
  const mistyped = new Set(types.map(placeOf));
  return issues
    .filter((issue) => issue.code === "invalid_type" || !mistyped.has(placeOf(issue)))
    .flatMap((issue) => meantIn(issue) ?? [issue]);
}

/** What is wrong within the one thing that a value can be meant as; undefined where that could be none, or several. */
function meantIn(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] | undefined {
  if (issue.code !== "invalid_union") return undefined;
  const isOfParts = (within: readonly z.core.$ZodIssue[]): boolean =>
    within.length > 0 && within.every(({ path }) => path.length > 0);
  const [meant, ...others] = issue.errors.filter(isOfParts);
  if (meant === undefined || others.length > 0) return undefined;
  return tellingIssues(meant).map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
}

/** Every place that an issue is about, with what is wrong there. */
export function placesOf(issue: z.core.$ZodIssue): ProblemDetail[] {
  const pointer = toPointer(issue.path.map(String));
  const detail = mistakeOf(issue);
  if (issue.code !== "unrecognized_keys") return [{ pointer, detail }];
  const [, fields] = issue.message.split(NOT_HERE);
  return issue.keys.slice(0, MOST).map((key) => ({
    pointer: pointer + toPointer([shown(key)]),
    detail:
      fields === undefined
        ? detail
        : (ELSEWHERE.get(pointer === "" ? toPointer([key]) : key) ??
          ELSEWHERE.get(key) ??
          sayNearest(detail, key, fields.split(", "))),
  }));
}

/** Where there is what people look for in the fields of a todo, or of a plan. */
const ELSEWHERE: ReadonlyMap<string, Sentence> = new Map([
  ["blocks", say("blocks_at_others")],
  ["dependencies", say("field_is_called", { name: "depends_on" })],
  ["position", say("position_by_reorder")],
  ["/plan", say("plan_within")],
  ["/planning_state", say("plan_of_others")],
  ["/execution_steps", say("plan_of_others")],
  ["/steps", say("plan_of_others")],
]);

/**
 * What only a schema knows while it reads: that a value is missing, and which fields there are. Given
 * as `error` to whatever reads; `mistakeOf` makes a sentence of it.
 */
export function codeOf(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return named("missing");
  if (issue.code === "invalid_format" && SPACE_FOR_PLUS.test(String(issue.input))) {
    return named("plus_as_space");
  }
  if (issue.code !== "unrecognized_keys") return BY_CODE;
  const { shape } = issue.inst as Partial<z.ZodObject>;
  // A record of known names has no shape.
  if (shape === undefined) return named("unknown_name");
  const fields = Object.keys(shape);
  if (fields.length === 0) return named("no_field_at_all");
  return (fields.length > MAX_FIELDS ? NOT_HERE : "") + fields.join(", ");
}

/** A time out of an address in which nobody has encoded the sign before its offset. */
const SPACE_FOR_PLUS = /^\d{4}-\d\d-\d\dT\S* \d\d:\d\d$/;
/** Before the fields that there are, where they are too many to be told. */
const NOT_HERE = `${named("no_field_here")}: `;

/** Of more fields than these, a list is no help. */
const MAX_FIELDS = 17;

/** The message of what a schema has no words of its own for. */
const BY_CODE = named("invalid");

/** What a person is told; where the contract has a sentence of its own for a mistake, that counts. */
export function mistakeOf(issue: z.core.$ZodIssue): Sentence {
  const { message } = issue;
  if (message !== BY_CODE && issue.code !== "unrecognized_keys") {
    if (!isSentenceId(message)) return say("quoted", { text: message.slice(0, 500) });
    return { id: message, values: issue.code === "custom" ? (issue.params ?? {}) : {} };
  }
  switch (issue.code) {
    case "invalid_type":
      return TYPES[issue.expected] ?? say("must_be_type", { type: issue.expected });
    case "too_small": {
      const least = Number(issue.minimum);
      if (issue.origin === "string") {
        return least === 1 ? say("must_not_be_empty") : say("shorter_than", { least });
      }
      if (issue.origin === "array") return say("entries_at_least", { least });
      return issue.inclusive === false
        ? say("greater_than", { least })
        : say("at_least", { least });
    }
    case "too_big": {
      const most = Number(issue.maximum);
      if (issue.origin === "string") return say("longer_than", { most });
      if (issue.origin === "array") return say("entries_at_most", { most });
      return issue.inclusive === false ? say("less_than", { most }) : say("at_most", { most });
    }
    case "not_multiple_of":
      return say("multiple_of", { step: issue.divisor });
    case "invalid_value":
      return say("one_of", { values: issue.values.map(String).join(", ") });
    case "invalid_union":
      // What kind of thing it is decides what else it says: no other mistake is known before.
      return "options" in issue && Array.isArray(issue.options)
        ? say("one_of", { values: issue.options.map(String).join(", ") })
        : say("invalid");
    case "invalid_format":
      return issue.format === "datetime" ? say("must_be_time") : say("characters_not_allowed");
    case "unrecognized_keys":
      if (message.startsWith(NOT_HERE)) return say("no_field_here");
      return isSentenceId(message)
        ? { id: message, values: {} }
        : say("no_field", { fields: message });
    default:
      return say("invalid");
  }
}

const TYPES: Readonly<Record<string, Sentence>> = {
  string: say("must_be_string"),
  int: say("must_be_int"),
  number: say("must_be_number"),
  boolean: say("must_be_boolean"),
  null: say("must_be_null"),
  array: say("must_be_array"),
  object: say("must_be_object"),
  record: say("must_be_object"),
};

/** Where a mistake is, or nothing when its keys are too long for a plan's log. */
function shortPointer(pointer: string): string {
  return pointer.length <= MOST * LIMITS.name ? pointer : "";
}

/** A key that anyone may have sent, short and whole enough for a plan's log. */
function shown(key: string): string {
  return (key.length <= LIMITS.name ? key : `${key.slice(0, LIMITS.name)}…`).toWellFormed();
}

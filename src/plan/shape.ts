import type { ProblemDetail } from "../contract/problem.ts";
import { LIMITS } from "../contract/vocabulary.ts";
import { jsonMistake } from "./json-mistake.ts";
import { toPointer } from "./json-pointer.ts";

/**
 * What a value from outside must look like, as data. The workflow checks messages with it, because
 * anyone who reaches Temporal can send them and zod stays out of the workflow bundle.
 */
export type Shape =
  | TextShape
  | { readonly is: "integer"; readonly min: number; readonly max: number }
  | { readonly is: "boolean" }
  | { readonly is: "time" }
  | { readonly is: "word"; readonly words: readonly (string | number | null)[] }
  | { readonly is: "json" }
  | { readonly is: "object" }
  | { readonly is: "list"; readonly of: Shape; readonly min?: number; readonly max: number }
  | { readonly is: "nullable"; readonly of: Shape }
  | { readonly is: "either"; readonly of: readonly Shape[]; readonly called: string }
  | { readonly is: "fields"; readonly fields: Fields };

export interface TextShape {
  readonly is: "text";
  /** In UTF-16 units. */
  readonly max: number;
  readonly pattern?: RegExp;
  /** What a text that does not match the pattern is told. */
  readonly told?: string;
  readonly empty?: boolean;
}

/** One line for terminals, logs and tables, as `lineText` of the contract. */
export const lineShape = (max: number): TextShape => ({
  is: "text",
  max,
  pattern: /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u,
  told: "must be one line without control characters",
});

/** Lines of text, as `longText` of the contract. */
export const longShape = (max: number): TextShape => ({
  is: "text",
  max,
  pattern: /^(?:[^\p{Cc}]|[\n\r\t])*$/u,
  told: "must not hold control characters other than line breaks and tabs",
});

export type Fields = Readonly<
  Record<string, { readonly shape: Shape; readonly required?: boolean }>
>;

/** How many mistakes are named: a plan's log keeps them, so a sender must not make it long. */
const MOST = 10;

/** Every way in which a value does not have the shape, with a JSON Pointer for each; none if it has. */
export function shapeMistakes(value: unknown, shape: Shape, pointer = ""): ProblemDetail[] {
  const wrong = (detail: string): ProblemDetail[] => [{ pointer, detail }];
  switch (shape.is) {
    case "text":
      if (typeof value !== "string" || (value === "" && shape.empty !== true)) {
        return wrong("must be a text");
      }
      if (!value.isWellFormed()) return wrong("holds half a character (a lone surrogate)");
      if (value.length > shape.max) return wrong(`is longer than ${shape.max} characters`);
      return shape.pattern?.test(value) === false
        ? wrong(shape.told ?? "has characters that are not allowed")
        : [];
    case "integer":
      return Number.isInteger(value) &&
        (value as number) >= shape.min &&
        (value as number) <= shape.max
        ? []
        : wrong(`must be a whole number from ${shape.min} to ${shape.max}`);
    case "time":
      return isTime(value) ? [] : wrong("must be a time such as 2026-02-05T10:00:00Z");
    case "boolean":
      return typeof value === "boolean" ? [] : wrong("must be true or false");
    case "word":
      return shape.words.includes(value as string)
        ? []
        : wrong(`must be one of ${shape.words.join(", ")}`);
    case "json":
    case "object": {
      if (shape.is === "object" && !isRecord(value)) return wrong("must be a JSON object");
      const mistake = jsonMistake(value);
      return mistake === null
        ? []
        : [{ pointer: pointer + shortPointer(mistake.pointer), detail: mistake.detail }];
    }
    case "list":
      if (!Array.isArray(value)) return wrong("must be a list");
      if (value.length < (shape.min ?? 0)) return wrong(`must have at least ${shape.min} entries`);
      if (value.length > shape.max) return wrong(`must have at most ${shape.max} entries`);
      return collect(value.entries(), ([place, item]) =>
        shapeMistakes(item, shape.of, `${pointer}/${place}`),
      );
    case "nullable":
      return value === null ? [] : shapeMistakes(value, shape.of, pointer);
    case "either":
      return shape.of.some((option) => shapeMistakes(value, option).length === 0)
        ? []
        : wrong(`must be ${shape.called}`);
    case "fields":
      return fieldMistakes(value, shape.fields, pointer);
  }
}

function fieldMistakes(value: unknown, fields: Fields, pointer: string): ProblemDetail[] {
  if (!isRecord(value)) return [{ pointer, detail: "must be a JSON object" }];
  const wrong = collect(Object.entries(value), ([key, item]) => {
    if (item === undefined) return [];
    const at = pointer + toPointer([shown(key)]);
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field !== undefined) return shapeMistakes(item, field.shape, at);
    const detail = `is not a field; there are ${Object.keys(fields).join(", ")}`;
    return [{ pointer: at, detail }];
  });
  const missing = Object.entries(fields)
    .filter(([key, { required }]) => required === true && value[key] === undefined)
    .map(([key]) => ({ pointer: `${pointer}/${key}`, detail: "is missing" }));
  return [...wrong, ...missing].slice(0, MOST);
}

/** The first mistakes; hostile input of any length costs no more than finding these. */
function collect<Item>(
  items: Iterable<Item>,
  mistakesOf: (item: Item) => ProblemDetail[],
): ProblemDetail[] {
  const found: ProblemDetail[] = [];
  for (const item of items) {
    found.push(...mistakesOf(item));
    if (found.length >= MOST) return found.slice(0, MOST);
  }
  return found;
}

const TIME =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** A moment with its zone, on a day that the calendar has. */
function isTime(value: unknown): boolean {
  const day = typeof value === "string" ? TIME.exec(value)?.[1] : undefined;
  if (day === undefined) return false;
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

/** Where in a JSON value a mistake is, or nothing when its keys are too long for a plan's log. */
function shortPointer(pointer: string): string {
  return pointer.length <= MOST * LIMITS.name ? pointer : "";
}

/** A key that anyone may have sent, short and whole enough for a plan's log. */
function shown(key: string): string {
  return (key.length <= LIMITS.name ? key : `${key.slice(0, LIMITS.name)}…`).toWellFormed();
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

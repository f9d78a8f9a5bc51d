import { jsonMistake } from "../plan/json-mistake.ts";
import { toPointer } from "../plan/json-pointer.ts";

/** What is wrong with a value, or null. */
export type Check = (value: unknown) => Mistake | null;
export interface Mistake {
  readonly path: readonly (string | number)[];
  readonly detail: string;
}

/** The mistake as the beginning of a sentence: where and what; null when there is none. */
export function sentenceOf(mistake: Mistake | null): string | null {
  return mistake === null ? null : `${toPointer(mistake.path) || "it"} ${mistake.detail}`;
}

const here = (detail: string): Mistake => ({ path: [], detail });
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A text of at most `max` characters, perhaps none. */
export const text =
  (max: number): Check =>
  (value) =>
    typeof value === "string" && value.length <= max && value.isWellFormed()
      ? null
      : here(`must be a text of at most ${max} characters`);
/** A text of at least one character. */
export const someText =
  (max: number): Check =>
  (value) =>
    value === "" ? here("must not be empty") : text(max)(value);
/** An id that people write. */
export const name: Check = (value) =>
  typeof value === "string" && /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/.test(value)
    ? null
    : here("must be a name of letters, digits, _ and -");
/** A whole number between two, both included. */
export const integer =
  (least: number, most: number): Check =>
  (value) =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most
      ? null
      : here(`must be a whole number from ${least} to ${most}`);
/** One of these values. */
export const word =
  (words: readonly unknown[]): Check =>
  (value) =>
    words.includes(value) ? null : here(`must be one of ${words.join(", ")}`);
/** Also null. */
export const nullable =
  (check: Check): Check =>
  (value) =>
    value === null ? null : check(value);
/** Also nothing at all. */
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? null : check(value);
/** What only comes to be later. */
export const absent: Check = (value) =>
  value === undefined ? null : here("is not there at the start");
/** A list without items. */
export const empty: Check = (value) =>
  Array.isArray(value) && value.length === 0 ? null : here("must be an empty list");
/** JSON as the plan can keep it. */
export const json: Check = (value) => {
  const mistake = jsonMistake(value);
  return mistake === null ? null : here(`${mistake.pointer} ${mistake.detail}`.trimStart());
};
/** A JSON object as the plan can keep it. */
export const jsonObject: Check = (value) =>
  isObject(value) ? json(value) : here("must be an object");
/** A list whose items all pass. */
export const list =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return here("must be a list");
    for (const [position, item] of value.entries()) {
      const mistake = check(item);
      if (mistake !== null) return { ...mistake, path: [position, ...mistake.path] };
    }
    return null;
  };
/** An object whose fields pass; those that are not named may be anything. */
export const object =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) => {
    if (!isObject(value)) return here("must be an object");
    for (const [key, check] of Object.entries(checks)) {
      const mistake = check(value[key]);
      if (mistake !== null) return { ...mistake, path: [key, ...mistake.path] };
    }
    return null;
  };
/** An object of which some of these fields are there, and no other. */
export const entries =
  (names: readonly string[], check: Check): Check =>
  (value) => {
    if (!isObject(value)) return here("must be an object");
    for (const [key, item] of Object.entries(value)) {
      const mistake = names.includes(key) ? check(item) : here("is not known");
      if (mistake !== null) return { ...mistake, path: [key, ...mistake.path] };
    }
    return null;
  };

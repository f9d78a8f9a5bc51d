import { byteLength } from "../../text/byte-length.ts";

/** Temporal keeps 2,048 bytes of JSON in one search attribute. */
const BYTES = 2_000;

/**
 * What Temporal's SQL stores cannot find: they escape a backslash and a double quote as only one of
 * them reads it, cut single quotes off a value's ends, and SQLite's divides lists at hearts.
 */
const UNFINDABLE: Readonly<Record<string, string>> = {
  "'": "%27",
  '"': "%22",
  "\\": "%5C",
  "♡": "%E2%99%A1",
};

/** A word as it is kept and looked for in Temporal's lists. */
export function toListWord(text: string): string {
  return text.replaceAll(/['"\\♡]/g, (sign) => UNFINDABLE[sign] ?? sign);
}

/** A plan's tags as a search attribute: as many as fit, because one that does not fit stops the plan. */
export function toTagAttribute(tags: readonly string[]): string[] {
  const words: string[] = [];
  let left = BYTES;
  for (const word of tags.map(toListWord)) {
    left -= byteLength(JSON.stringify(word)) + 1;
    if (left >= 0) words.push(word);
  }
  return words;
}

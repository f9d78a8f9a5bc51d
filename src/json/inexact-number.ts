import { say, type Sentence } from "../contract/sentences/sentence.ts";
import type { Json } from "../contract/text.ts";
import { isInexact } from "../text/is-inexact.ts";
import { shortPointer } from "./json-pointer.ts";

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Without as many digits in a row, there is nothing to look for. */
const MANY_DIGITS = /\d{16}/;

/**
 * The first whole number of a JSON text that would be read as another one, with its place, or null. Numbers are
 * doubles wherever JSON is read by the rules of JavaScript (RFC 8259 §6): 64-bit ids lose their last digits. What is read
 * as the same digits stays, however long it is, and so does what has a point or an exponent: that is rounded everywhere.
 * @param text valid JSON.
 * @param value what was read of it.
 */
export function inexactNumber(
  text: string,
  value: Json,
): { pointer: string; detail: Sentence } | null {
  const written = inexactInteger(text);
  if (written === null) return null;
  const read = Number(written);
  const path = pathTo(value, read) ?? [];
  return { pointer: shortPointer(path), detail: say("number_inexact", { written, read }) };
}

function pathTo(value: Json, number: number): string[] | undefined {
  if (value === number) return [];
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const path = pathTo(item, number);
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
}

/** It, as it is written. */
function inexactInteger(text: string): string | null {
  if (!MANY_DIGITS.test(text)) return null;
  for (let place = 0; place < text.length; place += 1) {
    const sign = text[place]!;
    if (sign === '"') place = endOfText(text, place);
    else if (sign === "-" || (sign >= "0" && sign <= "9")) {
      NUMBER.lastIndex = place;
      const [literal = sign] = NUMBER.exec(text) ?? [];
      if (isInexact(literal)) return literal;
      place += literal.length - 1;
    }
  }
  return null;
}

/** Where the text that begins at `start` has its closing quote. */
export function endOfText(text: string, start: number): number {
  let place = start + 1;
  while (text[place] !== '"') place += text[place] === "\\" ? 2 : 1;
  return place;
}

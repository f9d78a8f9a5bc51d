import { say, type Sentence } from "../contract/sentences/sentence.ts";
import type { Json } from "../contract/text.ts";
import { inexactInteger } from "../text/inexact-integer.ts";
import { shortPointer } from "./json-pointer.ts";

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

import { createHash } from "node:crypto";
import type { z } from "zod";
import { Refused } from "./refused.ts";

/**
 * A place in a list, opaque to callers. It holds a check over the list's filters and itself: places
 * in other lists, and those that somebody shortened or changed, are refused.
 */
export function toCursor(list: string, place: unknown): string {
  const text = JSON.stringify([checkOf(list, place), place]);
  return Buffer.from(text).toString("base64url");
}

/** @throws Refused when it is no cursor of this list. */
export function fromCursor<Place extends z.ZodType>(
  list: string,
  cursor: string,
  schema: Place,
): z.output<Place> {
  try {
    const text = Buffer.from(cursor, "base64url").toString();
    const [check, place] = JSON.parse(text) as [unknown, unknown];
    const read = schema.safeParse(place);
    if (read.success && check === checkOf(list, place)) return read.data;
  } catch {
    // Told below, as everything that is no cursor.
  }
  const detail = "It is not a cursor of this list with these filters.";
  throw new Refused({
    code: "validation_failed",
    detail: `/query/cursor: ${detail}`,
    hint: 'Give the "next_cursor" of the page before with the same filters, or none for the first page.',
    errors: [{ pointer: "/query/cursor", detail }],
  });
}

function checkOf(list: string, place: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([list, place]))
    .digest("hex")
    .slice(0, 16);
}

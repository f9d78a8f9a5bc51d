import { createHash } from "node:crypto";
import type { z } from "zod";
import { wrongAt } from "../../../contract/problems/problem-error.ts";
import { say } from "../../../contract/sentences/sentence.ts";

const CHECK_SIGNS = 8;

/**
 * A place in a list, opaque to callers. It holds a check over the list's filters and itself: places
 * in other lists, and those that somebody shortened or changed, are refused.
 */
export function toCursor(list: string, place: unknown): string {
  return checkOf(list, place) + Buffer.from(JSON.stringify(place)).toString("base64url");
}

/** @throws Refusal when it is no cursor of this list. */
export function fromCursor<Place extends z.ZodType>(
  list: string,
  cursor: string,
  schema: Place,
): z.output<Place> {
  try {
    const text = Buffer.from(cursor.slice(CHECK_SIGNS), "base64url").toString();
    const read = schema.safeParse(JSON.parse(text));
    // Written again, so that one place has one cursor.
    if (read.success && cursor === toCursor(list, read.data)) return read.data;
  } catch {
    // Told below, as everything that is no cursor.
  }
  const detail = say("not_a_cursor");
  throw wrongAt([{ pointer: "/query/cursor", detail }], say("send_next_cursor"));
}

function checkOf(list: string, place: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([list, place]))
    .digest("base64url")
    .slice(0, CHECK_SIGNS);
}

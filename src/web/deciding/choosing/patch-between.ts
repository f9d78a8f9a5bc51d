import type { Json, JsonObject } from "../../../contract/text.ts";
import { isObject } from "../../../json/json-object.ts";

/**
 * The JSON merge patch (RFC 7396) that makes `edited` of the fields of `before` that it names; the others
 * stay. What is gone from an object within becomes null, which removes it.
 */
export function patchBetween(before: JsonObject, edited: JsonObject): JsonObject {
  const patch: JsonObject = {};
  for (const [name, value] of Object.entries(edited)) {
    const there = before[name];
    if (isSame(there, value)) continue;
    patch[name] = isObject(there) && isObject(value) ? patchWithin(there, value) : value;
  }
  return patch;
}

function patchWithin(before: JsonObject, after: JsonObject): JsonObject {
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  return {
    ...patchBetween(before, after),
    ...Object.fromEntries(gone.map((name) => [name, null])),
  };
}

/** Whether two values are written alike. */
export function isSame(one: Json | undefined, other: Json): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

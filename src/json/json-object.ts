import type { Json, JsonObject } from "../contract/text.ts";

/** Whether a JSON value is an object: no list, and not null. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

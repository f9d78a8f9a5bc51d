import type { Json } from "../contract/text.ts";

/** A value as it is read: a text itself, anything else as JSON. */
export function textOrJson(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

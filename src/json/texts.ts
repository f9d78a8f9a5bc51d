import type { Json } from "../contract/text.ts";
import type { Path } from "./json-pointer.ts";

/** A value with every text in it as `change` has it. */
export function mapTexts(
  value: Json,
  change: (text: string, path: Path) => Json,
  path: Path = [],
): Json {
  if (typeof value === "string") return change(value, path);
  if (Array.isArray(value)) {
    return value.map((item, place) => mapTexts(item, change, [...path, place]));
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, item]) => [key, mapTexts(item, change, [...path, key])]),
  );
}

/** Looks at every text in a value. */
export function eachText(
  value: Json,
  see: (text: string, path: Path) => void,
  path: Path = [],
): void {
  if (typeof value === "string") return see(value, path);
  if (Array.isArray(value)) {
    for (const [place, item] of value.entries()) eachText(item, see, [...path, place]);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) eachText(item, see, [...path, key]);
  }
}

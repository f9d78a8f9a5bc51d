import type { Json } from "../../contract/text.ts";
import { words } from "../messages/i18n.ts";
import { usageError } from "../session/cli-error.ts";
import { readValue } from "./read-input.ts";

/**
 * `name=value` as typed, by name; numbers, true and false are what they look like, unless quoted.
 * @throws CliError for a text without `=`, or a name that has two values.
 */
export function readPairs(texts: readonly string[]): Record<string, Json> {
  const pairs = texts.map((text): [string, Json] => {
    const place = text.indexOf("=");
    if (place > 0) return [text.slice(0, place), readValue(text.slice(place + 1))];
    throw usageError(words("no_pair", { text }));
  });
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) {
    throw usageError(words("pair_twice", { name: twice }));
  }
  return Object.fromEntries(pairs);
}

import type { Json } from "../../contract/text.ts";
import { words } from "../messages/i18n.ts";
import { usageError } from "../session/errors/cli-error.ts";
import { readGivenScalar } from "./given-value.ts";
import { readValue } from "./read-input.ts";

/**
 * `name=value` as typed, by name; numbers, true and false are what they look like, unless quoted.
 * @throws CliError for a text without `=`, or a name that has two values.
 */
export function readPairs(texts: readonly string[]): Record<string, Json> {
  return Object.fromEntries(splitPairs(texts).map(([name, text]) => [name, readValue(text)]));
}

/** As `readPairs`, on a command line, where a value may name a file: `name=@path`. */
export async function readGivenPairs(texts: readonly string[]): Promise<Record<string, Json>> {
  const read: [string, Json][] = [];
  // One after another: there is one standard input.
  for (const [name, text] of splitPairs(texts)) read.push([name, await readGivenScalar(text)]);
  return Object.fromEntries(read);
}

function splitPairs(texts: readonly string[]): [name: string, text: string][] {
  const pairs = texts.map((text): [string, string] => {
    const place = text.indexOf("=");
    if (place > 0) return [text.slice(0, place), text.slice(place + 1)];
    throw usageError(words("no_pair", { text }));
  });
  const names = pairs.map(([name]) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) {
    throw usageError(words("pair_twice", { name: twice }));
  }
  return pairs;
}

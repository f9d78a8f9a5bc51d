import type { Words } from "./words.ts";

/** Who did something: a person by name, or in words that a plan did it by itself, as somebody wrote before. */
export function actorOf(by: string, words: Words): string {
  return by.startsWith("policy:") ? words("by_policy") : by;
}

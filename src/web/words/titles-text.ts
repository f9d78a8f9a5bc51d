import type { Speech } from "./words.ts";

/** How many titles a sentence names that has more to say. */
export const MOST_TITLES = 4;

/** Titles one after the other. @param most so many are named, and the others counted. */
export function titlesText(
  titles: readonly string[],
  words: Speech["words"],
  most = titles.length,
): string {
  const named = titles.slice(0, most).map((title) => words("titled", { title }));
  const more = titles.length - named.length;
  return [named.join(", "), more > 0 ? words("and_more", { count: more }) : ""].join(" ").trim();
}

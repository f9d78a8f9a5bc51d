import type { Consequences } from "../../contract/plan/holds/choices.ts";
import type { Speech } from "../words/words.ts";

const MOST_TITLES = 4;

/** The titles of todos one after the other. @param most so many are named, and the others counted. */
export function titlesText(
  named: readonly { readonly title: string }[],
  words: Speech["words"],
  most = MOST_TITLES,
): string {
  const titles = named.slice(0, most).map(({ title }) => words("titled", { title }));
  const more = named.length - titles.length;
  return [titles.join(", "), more > 0 ? words("and_more", { count: more }) : ""].join(" ").trim();
}

/** Which todos no longer wait for what people have yet to decide. */
export function unawaitedText(
  { about, todos }: Consequences["unawaited"][number],
  words: Speech["words"],
): string {
  return words("impact_unawaited", { todos: titlesText(todos, words), about: about.title });
}

import type { Consequences } from "../../contract/plan/holds/choices.ts";
import { MOST_TITLES, titlesText } from "../words/titles-text.ts";
import type { Speech } from "../words/words.ts";

/** Which todos no longer wait for what people have yet to decide. */
export function unawaitedText(
  { about, todos }: Consequences["unawaited"][number],
  words: Speech["words"],
): string {
  const titles = todos.map(({ title }) => title);
  return words("impact_unawaited", {
    todos: titlesText(titles, words, MOST_TITLES),
    about: about.title,
  });
}

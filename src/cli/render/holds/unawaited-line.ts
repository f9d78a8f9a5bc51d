import type { Words } from "../../messages/words.ts";
import { yellow } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";
import { listedTitles } from "./listed-titles.ts";

interface Named {
  readonly title: string;
}

/** Which todos no longer wait for what people have yet to decide, as a warning. */
export function unawaitedLine(
  { about, todos }: { readonly about: Named; readonly todos: readonly Named[] },
  words: Words,
): string {
  const named = { todos: listedTitles(todos, words), about: oneLine(about.title) };
  return yellow(words("impact_unawaited", named));
}

import type { Words } from "../../messages/words.ts";
import { listedTitles } from "./listed-titles.ts";

/** Which todos ask a person although their plan does not say so. No line when there are none. */
export function demandedNote(
  todos: readonly {
    readonly title: string;
    readonly requires_approval?: boolean | undefined;
    readonly isDemanded: boolean;
  }[],
  words: Words,
): string[] {
  const asking = todos.filter((todo) => todo.isDemanded && todo.requires_approval !== true);
  return asking.length === 0 ? [] : [words("tools_ask", { todos: listedTitles(asking, words) })];
}

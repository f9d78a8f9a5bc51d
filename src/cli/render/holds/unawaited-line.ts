import { words } from "../../messages/i18n.ts";
import { yellow } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";
import { listedTitles } from "./listed-titles.ts";

/** Which todos no longer wait for what people have yet to decide, as a warning. */
export function unawaitedLine(about: string, todos: readonly { readonly title: string }[]): string {
  return yellow(words("impact_unawaited", { todos: listedTitles(todos), about: oneLine(about) }));
}

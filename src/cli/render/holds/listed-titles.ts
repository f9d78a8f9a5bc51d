import { words } from "../../messages/i18n.ts";
import { oneLine } from "../../terminal/printable.ts";

const MAX_TITLES = 4;

/** The titles of todos one after the other; how many more there are, of a long list. */
export function listedTitles(todos: readonly { readonly title: string }[]): string {
  const titles = todos.slice(0, MAX_TITLES).map(({ title }) => `"${oneLine(title)}"`);
  const more = todos.length - titles.length;
  return [titles.join(", "), ...(more > 0 ? [words("and_more", { count: more })] : [])].join(" ");
}

import type { ArgumentMatches } from "../../../contract/plan/holds/hold.ts";
import { words } from "../../messages/i18n.ts";
import { bold, dim } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";

/** Places where a text was found, each on a line of its own, with the byte at which it begins. */
export function argumentMatchLines(found: ArgumentMatches): string[] {
  const { find, matches, total, is_complete } = found;
  if (total === 0) return [words("found_nowhere", { find: oneLine(find) })];
  const width = String(matches.at(-1)?.offset ?? 0).length;
  return [
    words(is_complete ? "found_places" : "found_more", { total, shown: matches.length }),
    ...matches.map(({ offset, before, text, after }) => {
      const place = dim(String(offset).padStart(width));
      return `${place}  ${oneLine(before)}${bold(oneLine(text))}${oneLine(after)}`;
    }),
  ];
}

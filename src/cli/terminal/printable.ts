import { MASK, maskSeals } from "../../json/seals.ts";
import { visible } from "../../text/visible.ts";

/**
 * Text from plans and tools as a terminal may show it: control characters (which could move the
 * cursor or recolour an approval) and invisible ones (which could reorder it) become visible codes.
 * Line breaks, tabs and what joins an emoji stay. Of a sealed secret nothing is shown.
 */
export function printable(text: string): string {
  return visible(maskSeals(text, MASK));
}

/** As `printable`, on one line. */
export function oneLine(text: string): string {
  return printable(text.replaceAll(/\s*[\r\n\u2028\u2029]\s*|\t/gu, " "));
}

import { MASK, maskSeals } from "../../json/seals.ts";

/**
 * An emoji with all signs that join it into one, else a sign that no terminal shows: controls, those
 * that reorder, separators of lines and paragraphs, and those that take no room.
 */
export const SIGNS =
  /(?<emoji>\p{RGI_Emoji})|[[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\n\t]]/gv;

/**
 * Text from plans and tools as a terminal may show it: control characters (which could move the
 * cursor or recolour an approval) and invisible ones (which could reorder it) become visible codes.
 * Line breaks, tabs and what joins an emoji stay. Of a sealed secret nothing is shown.
 */
export function printable(text: string): string {
  return maskSeals(text, MASK).replaceAll(SIGNS, (sign: string, emoji: string | undefined) =>
    emoji === undefined ? `\\u{${sign.codePointAt(0)!.toString(16)}}` : emoji,
  );
}

/** As `printable`, on one line. */
export function oneLine(text: string): string {
  return printable(text.replaceAll(/\s*[\r\n\u2028\u2029]\s*|\t/gu, " "));
}

import { MASK, maskSeals } from "../../json/seals.ts";

const UNSEEN = /[[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\n\t]]/v;
/** Emoji hold unseen signs. Made when a text has some: to make it takes longer than most commands. */
const emojiOrUnseen = (): RegExp => new RegExp(`(?<emoji>\\p{RGI_Emoji})|${UNSEEN.source}`, "gv");

/**
 * The text with a code in place of every sign that no terminal shows: controls, those that reorder,
 * separators of lines and paragraphs, and those that take no room. Line breaks, tabs, and the signs that
 * join an emoji into one stay.
 */
export function withCodes(text: string, code: (sign: string) => string): string {
  if (!UNSEEN.test(text)) return text;
  return text.replaceAll(emojiOrUnseen(), (sign: string, emoji?: string) => emoji ?? code(sign));
}

/**
 * Text from plans and tools as a terminal may show it: control characters (which could move the
 * cursor or recolour an approval) and invisible ones (which could reorder it) become visible codes.
 * Line breaks, tabs and what joins an emoji stay. Of a sealed secret nothing is shown.
 */
export function printable(text: string): string {
  return withCodes(maskSeals(text, MASK), (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
}

/** As `printable`, on one line. */
export function oneLine(text: string): string {
  return printable(text.replaceAll(/\s*[\r\n\u2028\u2029]\s*|\t/gu, " "));
}

const UNSEEN = /[[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\n\t]]/v;
/** Emoji hold unseen signs. Made when first a text has some: to make it takes longer than most commands. */
let emojiOrUnseen: RegExp | undefined;

/**
 * The text with a code in place of every sign that nobody sees: controls, those that reorder,
 * separators of lines and paragraphs, and those that take no room. Line breaks, tabs, and the signs that
 * join an emoji into one stay.
 */
export function withCodes(text: string, code: (sign: string) => string): string {
  if (!UNSEEN.test(text)) return text;
  emojiOrUnseen ??= new RegExp(`(?<emoji>\\p{RGI_Emoji})|${UNSEEN.source}`, "gv");
  return text.replaceAll(emojiOrUnseen, (sign: string, emoji?: string) => emoji ?? code(sign));
}

/** The text with every sign that nobody sees written out, as `\u{202e}`. */
export function visible(text: string): string {
  return withCodes(text, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`);
}

// Windows ends lines with \r\n; a lone \r would write over what stands in its line.
const UNSEEN = /(?!\r\n)[[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\n\t]]/v;
/** What an emoji with an unseen sign, or an unseen sign, is part of: to look for emoji in all of a long text takes seconds. */
const NOT_PLAIN = /[0-9#*]?[^ -~]+/g;
/** Emoji hold unseen signs. Made when a text has some: to make it takes longer than most commands. */
export const emojiOrUnseen = (): RegExp =>
  new RegExp(`(?<emoji>\\p{RGI_Emoji})|${UNSEEN.source}`, "gv");

/**
 * The text with a code in place of every sign that nobody sees: controls, those that reorder,
 * separators of lines and paragraphs, and those that take no room. Line breaks of either kind, tabs, and the signs that
 * join an emoji into one stay.
 * @param signs for who keeps what `emojiOrUnseen` made
 */
export function withCodes(
  text: string,
  code: (sign: string) => string,
  signs = emojiOrUnseen,
): string {
  if (!UNSEEN.test(text)) return text;
  const pattern = signs();
  return text.replaceAll(NOT_PLAIN, (part) =>
    UNSEEN.test(part)
      ? part.replaceAll(pattern, (sign: string, emoji?: string) => emoji ?? code(sign))
      : part,
  );
}

/** The text with every sign that nobody sees written out, as `\u{202e}`. */
export function visible(text: string, signs = emojiOrUnseen): string {
  return withCodes(text, (sign) => `\\u{${sign.codePointAt(0)!.toString(16)}}`, signs);
}

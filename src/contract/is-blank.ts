/** A sign that can be seen, by the ranges of those that cannot: programs in other languages read the pattern, and not all know `\p{Z}`. */
export const SEEN = String.raw`[^\u0000-\u0020\u007f-\u00a0\u00ad\u061c\u115f\u1160\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0]`;
// Not exported: what a workflow's modules export is frozen, and a pattern writes where it has come to.
const PATTERN = new RegExp(SEEN);

/** Whether nothing of a text can be seen. U+3164 and its like are letters that show nothing. */
export function isBlank(text: string): boolean {
  return !PATTERN.test(text);
}

/** A text on one line, without signs that a title may not hold; `blank` where nothing of it can be seen. */
export function onOneLine(text: string, blank: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return isBlank(line) ? blank : line;
}

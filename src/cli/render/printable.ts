/**
 * Text from plans and tools as a terminal may show it: control characters (which could move the
 * cursor or recolour an approval) and invisible ones (which could reorder it) become visible codes.
 * Line breaks and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]/gu, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return `\\u{${code.toString(16)}}`;
  });
}

/** As `printable`, on one line. */
export function oneLine(text: string): string {
  return printable(text.replaceAll(/\s*[\r\n\u2028\u2029]\s*|\t/gu, " "));
}

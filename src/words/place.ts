/** A piece of a text, and the line and the column where it begins; both count from 1. */
export function placeIn(
  text: string,
  [from, to]: readonly [from: number, to: number],
): { text: string; line: number; column: number } {
  const before = text.slice(0, from);
  const line = before.split("\n").length;
  return { text: text.slice(from, to), line, column: from - before.lastIndexOf("\n") };
}

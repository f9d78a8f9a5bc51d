/** A text as it is where it is no longer than `most` UTF-16 units; else its beginning, at no half of a sign, and `…`. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${startOf(text, most)}…`;
}

/** The first `most` UTF-16 units of a text, well-formed wherever it was not and where it is cut. */
export function startOf(text: string, most: number): string {
  return text.slice(0, most).toWellFormed();
}

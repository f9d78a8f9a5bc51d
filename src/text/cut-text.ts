/** A text as it is where it is no longer than `most` UTF-16 units; else its beginning, at no half of a sign, and `…`. */
export function cutText(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;
}

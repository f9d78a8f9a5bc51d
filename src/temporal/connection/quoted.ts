/** A text as a value in the query language of Temporal's lists, whatever is in it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** Names that were written with commas between. */
export function namesIn(text: string): string[] {
  return text.split(",").flatMap((name) => name.trim() || []);
}

/** A title as a Temporal summary, which keeps 200 bytes: at most 66 Hangul syllables fit in them. */
export function shortTitle(title: string): string {
  const signs = [...title];
  return signs.length <= 60 ? title : `${signs.slice(0, 59).join("")}…`;
}

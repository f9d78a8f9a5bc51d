/** Code, and what stands in quotation marks: people's words, whose backticks are their own. */
const PARTS = /(`[^`\n]+`|“[^“”]*”|‘[^‘’]*’|"[^"\n]*")/;

/** The parts of a sentence of ours, in order; what stands between backticks is code. */
export function splitCode(
  text: string,
): readonly { readonly text: string; readonly isCode: boolean }[] {
  return text.split(PARTS).map((part, place) =>
    // What was found is at the odd places.
    place % 2 === 1 && part.startsWith("`")
      ? { text: part.slice(1, -1), isCode: true }
      : { text: part, isCode: false },
  );
}

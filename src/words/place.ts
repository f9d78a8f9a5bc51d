import { spelled, type Sentence } from "../contract/sentences/sentence.ts";

/** From sign to sign. */
export type Span = readonly [from: number, to: number];

/** A piece of a text, and the line and the column where it begins; both count from 1. */
interface Place {
  text: string;
  line: number;
  column: number;
}

/** What tells where pieces of a text stand. */
export function createPlaces(text: string): (span: Span) => Place {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return ([from, to]) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (starts[middle]! <= from) low = middle;
      else high = middle - 1;
    }
    return { text: text.slice(from, to), line: low + 1, column: from - starts[low]! + 1 };
  };
}

/** A piece that was understood, and as what. */
export function understood(place: Place, meaning: Sentence) {
  return { ...place, ...(spelled("meaning", meaning) as { meaning: string }) };
}

/** A piece that was not understood, why, and what would be. */
export function notUnderstood(place: Place, why: Sentence, instead: readonly string[]) {
  return {
    ...place,
    ...(spelled("detail", why) as { detail: string }),
    instead: [...instead],
  };
}

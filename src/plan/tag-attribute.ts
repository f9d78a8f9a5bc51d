import { byteLength } from "./byte-length.ts";

/** Temporal keeps 2,048 bytes of JSON in one search attribute. */
const BYTES = 2_000;

/** A tag as Temporal's lists find it: two signs mean something to the embedded server's search. */
export function toTagWord(tag: string): string {
  return tag.replaceAll('"', "%22").replaceAll("♡", "%E2%99%A1");
}

/** A plan's tags as a search attribute: as many as fit, because one that does not fit stops the plan. */
export function toTagAttribute(tags: readonly string[]): string[] {
  const words: string[] = [];
  let left = BYTES;
  for (const word of tags.map(toTagWord)) {
    left -= byteLength(JSON.stringify(word)) + 1;
    if (left >= 0) words.push(word);
  }
  return words;
}

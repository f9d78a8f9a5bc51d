import type { Span } from "../place.ts";
import { ENDED, JOINED, JOINED_PAST } from "./korean-verbs.ts";

/** A place within a sentence where one clause may end and the next begin. */
export interface Cut {
  readonly end: number;
  readonly next: number;
  /**
   * A comma may also stand in a list of names, and "추가한 다음" may say when: they cut where what stands
   * before them is understood. "and" may also stand in a title.
   */
  readonly kind: "sure" | "likely" | "and";
}

const SENTENCE_END = /\n+|[.!。]+(?=\s|$)|\?+(?=\s|$)/g;
const BULLET = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/;
const ENGLISH_VERB =
  "(?:add|insert|include|remove|delete|drop|raise|increase|lower|decrease|reduce|move|rename|assign|swap|require)\\b";
const ANY_VERB = "(?:do|run|set|make|let|perform|execute|put|give|after|before)\\b";
/** A verb belongs to the clause that it ends. */
const endsWith = (forms: readonly string[], behind: string): RegExp =>
  new RegExp(
    `(?<verb>${forms.map((form) => form.replaceAll(" ", " {0,4}")).join("|")})${behind}`,
    "g",
  );
const CUTS: readonly (readonly [Cut["kind"], RegExp])[] = [
  ["sure", /;\s*/g],
  ["sure", endsWith(JOINED, "[\\s,]+")],
  // Elsewhere it stands between names, too.
  ["sure", /(?<=(?:로|게|도록) {0,4})(?<verb>하고|하면서)[\s,]+/g],
  ["likely", endsWith(JOINED_PAST, "[\\s,]+")],
  ["likely", endsWith(ENDED, "[ ,]+")],
  ["sure", /,?\s+(?:그리고|그런 다음|그 다음|그다음|그 후|and then|then)\s+/g],
  ["and", new RegExp(`\\s+and\\s+(?:also\\s+)?(?=${ENGLISH_VERB})`, "g")],
  ["likely", new RegExp(`,\\s+(?:and\\s+)?(?=${ENGLISH_VERB}|${ANY_VERB})`, "g")],
  ["likely", /,\s+(?=[^\n]*[가-힣])/g],
];

/** The sentences of a text, without marks of lists and without what ends them; questions keep it. */
export function splitSentences(folded: string): Span[] {
  const spans: Span[] = [];
  let from = 0;
  const take = (to: number): void => {
    const bullet = BULLET.exec(folded.slice(from, to))?.[0].length ?? 0;
    const span = trimmed(folded, [from + bullet, to]);
    if (span[0] < span[1]) spans.push(span);
  };
  for (const { index, 0: mark } of folded.matchAll(SENTENCE_END)) {
    // A number before the first words of a line is a mark of a list.
    if (mark === "." && /(?:^|\n)\s*\d{1,3}$/.test(folded.slice(Math.max(0, index - 12), index)))
      continue;
    take(mark.startsWith("?") ? index + 1 : index);
    from = index + mark.length;
  }
  take(folded.length);
  return spans;
}

/** Where a sentence may fall into clauses, from its beginning on. */
export function cutsOf(folded: string, [from, to]: Span): Cut[] {
  const sentence = folded.slice(from, to);
  const cuts = CUTS.flatMap(([kind, pattern]) =>
    [...sentence.matchAll(pattern)].map(({ index, 0: mark, groups }): Cut => {
      const verb = groups?.["verb"]?.length ?? 0;
      return { kind, end: from + index + verb, next: from + index + mark.length };
    }),
  );
  const byPlace = new Map<number, Cut>();
  for (const cut of cuts) if (!byPlace.has(cut.next)) byPlace.set(cut.next, cut);
  return [...byPlace.values()]
    .filter(({ end, next }) => end > from && next < to)
    .sort((a, b) => a.end - b.end);
}

/** A span without spaces at its ends. */
export function trimmed(text: string, [from, to]: Span): Span {
  let [begin, end] = [from, to];
  while (begin < end && /[\s,;]/.test(text[begin]!)) begin++;
  while (end > begin && /[\s,;~…]/.test(text[end - 1]!)) end--;
  return [begin, end];
}

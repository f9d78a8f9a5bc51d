import type { Written } from "../fold.ts";

/** One line of an outline that says something, without the sign that it begins with. */
export interface OutlineLine {
  /** Where its text stands in the whole. */
  readonly from: number;
  readonly to: number;
  /** Columns before it; a tab leads to the next multiple of 4. */
  readonly indent: number;
  readonly sign: "number" | "bullet" | "heading" | "none";
  /** How many numbers it begins with: 1.2.1 has three. A heading has as many as it has `#`. */
  readonly depth: number;
  /** The number that it begins with, as others name it: 2 of `2.`, `(2)` and `②`, else 1.2; null without one. */
  readonly number: string | null;
  readonly isQuestion: boolean;
}

const TAB = 4;
const ONE_CIRCLED = "①".codePointAt(0)!;
const BOX = String.raw`(?:\[ ?\] +)?`;
/** Each with what stands behind the sign. A box that is not ticked is none. */
const SIGNS: readonly (readonly [OutlineLine["sign"], RegExp])[] = [
  ["heading", /^#{1,6} +/],
  ["bullet", new RegExp(`^[-*•·‣◦▪–—] +${BOX}`)],
  ["bullet", /^\[ ?\] +/],
  ["number", new RegExp(String.raw`^\(?\d{1,3}(?:\.\d{1,3}){0,5}[.)] +${BOX}`)],
  ["number", new RegExp(String.raw`^\d{1,3}(?:\.\d{1,3}){1,5} +${BOX}`)],
  ["number", new RegExp(`^\\(?[a-z가나다라마바사아자차카타파하][.)] +${BOX}`)],
  ["number", /^[①-⑳] */],
];
const RULER = /^[-=_*~]{3,}\s*$/;

/** The lines of an outline; empty ones and rulers say nothing. */
export function readLines({ text, folded }: Written): OutlineLine[] {
  const lines: OutlineLine[] = [];
  let start = 0;
  for (const line of folded.split("\n")) {
    const begin = start;
    start += line.length + 1;
    const [blank] = /^\s*/.exec(line)!;
    const said = line.slice(blank.length).trimEnd();
    if (said === "" || RULER.test(said)) continue;
    const found = SIGNS.map(([sign, form]) => ({ sign, own: form.exec(said)?.[0] ?? "" }));
    const { sign, own } = found.find((each) => each.own !== "") ?? { sign: "none", own: "" };
    const [question = ""] = /^\? +/.exec(said.slice(own.length)) ?? [];
    const from = begin + blank.length + own.length + question.length;
    lines.push({
      from,
      to: begin + blank.length + said.length,
      indent: widthOf(text.slice(begin, begin + blank.length)),
      sign,
      depth: sign === "heading" ? own.trim().length : (own.match(/\d+/g)?.length ?? 1),
      number: sign === "number" ? numberIn(own) : null,
      isQuestion: question !== "",
    });
  }
  return lines;
}

/** The number in a sign or a name: `2`, `1.2`, and 2 of `②`; null without one. */
export function numberIn(text: string): string | null {
  const [found = null] = /[①-⑳]|\d+(?:\.\d+)*/.exec(text) ?? [];
  const circled = (found?.codePointAt(0) ?? 0) - ONE_CIRCLED;
  return circled >= 0 ? String(circled + 1) : found;
}

function widthOf(blank: string): number {
  let width = 0;
  for (const sign of blank) width += sign === "\t" ? TAB - (width % TAB) : 1;
  return width;
}

import type { Language } from "../../contract/sentences/catalog.ts";
import { ANY_NUMBER, POLITE, WORDS, type WordSet } from "./lexicon.ts";

/** A part of a pattern: words that must stand there, or a place for what a person names. */
type Part =
  | { readonly kind: "slot"; readonly name: string }
  | {
      readonly kind: "words";
      readonly name: string;
      readonly forms: Forms;
      readonly isOptional: boolean;
    };

/** Words by their first sign. */
type Forms = ReadonlyMap<string, Form>;
export type Template = readonly Part[];

/** Where the parts of a template stand in a clause. */
export interface Match {
  /** What people named, from sign to sign. */
  readonly slots: Readonly<Record<string, readonly [from: number, to: number]>>;
  /** Which of the words of a set stood there. */
  readonly words: Readonly<Record<string, string>>;
  /** How many signs were words of the pattern. */
  readonly weight: number;
}

/**
 * Reads a template: `{name}` is a place, `<set>` one of the words of a set, `[word]` may be missing, `a|b`
 * is one or the other, and `_` a space within a word.
 */
export function toTemplate(written: string, language: Language): Template {
  return written.split(" ").map((part): Part => {
    const [, slot] = /^\{(\w+)\}$/.exec(part) ?? [];
    if (slot !== undefined) return { kind: "slot", name: slot };
    const [, optional] = /^\[(.+)\]$/.exec(part) ?? [];
    const own = optional ?? part;
    const [, set] = /^<(\w+)>$/.exec(own) ?? [];
    const words = set === undefined ? own.replaceAll("_", " ").split("|") : wordsOf(set, language);
    return {
      kind: "words",
      name: set ?? own,
      forms: toForms(words),
      isOptional: optional !== undefined,
    };
  });
}

function wordsOf(set: string, language: Language): readonly string[] {
  // Priorities are called HIGH and LOW in Korean sentences, too.
  if (set === "level" && language === "ko") return WORDS.level;
  const isOther = language === "en" ? /[가-힣]/ : /[a-z]/;
  return WORDS[set as WordSet].filter((word) => !isOther.test(word));
}

function toForms(words: readonly string[]): Forms {
  const bySign = new Map<string, string[]>();
  for (const word of words) {
    for (const sign of word === ANY_NUMBER ? "-0123456789" : word[0]!) {
      bySign.set(sign, [...(bySign.get(sign) ?? []), word]);
    }
  }
  return new Map([...bySign].map(([sign, forms]) => [sign, new Form(forms)]));
}

/** Words as they are looked for; their pattern is made then, because all of them take longer than the rest of a start. */
class Form {
  readonly #words: readonly string[];
  #pattern: RegExp | undefined;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  /** Where the longest of the words ends that begin at a place of the text, if any does. */
  endAt(text: string, place: number): number | undefined {
    this.#pattern ??= new RegExp(
      this.#words
        .toSorted((a, b) => b.length - a.length)
        .map(toSource)
        .join("|"),
      "uy",
    );
    this.#pattern.lastIndex = place;
    return this.#pattern.test(text) ? this.#pattern.lastIndex : undefined;
  }
}

/** Latin words and numbers end where letters end; Korean ones too, but for -에, which says it and is no -에서. */
function toSource(word: string): string {
  if (word === ANY_NUMBER) {
    return String.raw`(?<![a-z0-9.])-?\d{1,9}(?:\.\d{1,9})?(?![a-z0-9]|\.\d)`;
  }
  const isLatin = /^[a-z0-9]/.test(word);
  const spaced = word.replaceAll(" ", isLatin ? String.raw` {1,4}` : String.raw` {0,4}`);
  const before = isLatin ? "(?<![a-z0-9])" : "";
  const after = isLatin
    ? "(?![a-z0-9])"
    : /에는?$/.test(word)
      ? "(?!서)"
      : String.raw`(?=으로|로(?!\p{L})|[^\p{L}\p{N}]|$)`;
  return before + spaced + after;
}

/** Looking for places takes at most so many steps for a clause: their number follows from counts alone. */
const MOST_STEPS = 20_000;

/** A clause that templates are compared with. */
export class Clause {
  readonly folded: string;
  #steps = 0;
  readonly #found = new Map<Forms, ReadonlyMap<number, number>>();

  constructor(folded: string) {
    this.folded = folded;
  }

  /** Every way in which the template fits the whole clause. */
  matches(template: Template): Match[] {
    return [...this.#match(template, 0, 0, { slots: {}, words: {}, weight: 0 }, true)];
  }

  *#match(
    template: Template,
    place: number,
    at: number,
    so: Match,
    isBehindWord: boolean,
  ): Generator<Match> {
    if (++this.#steps > MOST_STEPS) return;
    const part = template[place];
    const from = this.#skip(at);
    if (part === undefined) {
      if (from === this.folded.length) yield so;
      return;
    }
    if (part.kind === "words") {
      if (part.isOptional) yield* this.#match(template, place + 1, at, so, isBehindWord);
      const end = this.#occurrences(part.forms).get(from);
      if (end === undefined) return;
      yield* this.#match(template, place + 1, end, this.#with(so, part.name, from, end), true);
      return;
    }
    const [next, ...others] = this.#behind(template, place + 1);
    if (next === undefined) {
      if (from < this.folded.length) yield this.#slot(so, part.name, from, this.folded.length);
      return;
    }
    for (const { skipped, words } of [next, ...others]) {
      if (words === null) {
        if (from < this.folded.length) yield this.#slot(so, part.name, from, this.folded.length);
        continue;
      }
      for (const [start, end] of this.#occurrences(words.forms)) {
        if (start <= from || !mayFollow(this.folded, start)) continue;
        const named = this.#slot(so, part.name, from, start);
        const told = this.#with(named, words.name, start, end);
        yield* this.#match(template, place + 2 + skipped, end, told, true);
      }
    }
  }

  /** The words that may stand right behind a place: the next ones, or those behind optional ones. */
  #behind(template: Template, place: number) {
    const found: { skipped: number; words: (Part & { kind: "words" }) | null }[] = [];
    for (let skipped = 0; ; skipped++) {
      const part = template[place + skipped];
      if (part === undefined) {
        if (skipped > 0) found.push({ skipped, words: null });
        return found;
      }
      if (part.kind === "slot") return found;
      found.push({ skipped, words: part });
      if (!part.isOptional) return found;
    }
  }

  #skip(at: number): number {
    let place = at;
    while (/[\s,:]/.test(this.folded[place] ?? "")) place++;
    POLITE.between.lastIndex = place;
    return POLITE.between.test(this.folded) ? POLITE.between.lastIndex : place;
  }

  #with(so: Match, name: string, from: number, to: number): Match {
    const word = this.folded.slice(from, to);
    return { ...so, words: { ...so.words, [name]: word }, weight: so.weight + to - from };
  }

  #slot(so: Match, name: string, from: number, to: number): Match {
    return { ...so, slots: { ...so.slots, [name]: [from, to] as const } };
  }

  /** Where one of the words stands, and where it ends: of those that begin together the longest. */
  #occurrences(forms: Forms): ReadonlyMap<number, number> {
    const known = this.#found.get(forms);
    if (known !== undefined) return known;
    const found = new Map<number, number>();
    for (let place = 0; place < this.folded.length; place++) {
      const end = forms.get(this.folded[place]!)?.endAt(this.folded, place);
      if (end !== undefined) found.set(place, end);
    }
    this.#found.set(forms, found);
    return found;
  }
}

/** "해" ends many words; behind what a person names it is a word of its own, but for "하기 전에". */
function mayFollow(folded: string, start: number): boolean {
  const isOwn = /^(?:해|하(?!기\s|고\s+나서))/.test(folded.slice(start, start + LONGEST_OWN));
  return !isOwn || /[\s,"]/.test(folded[start - 1]!);
}
const LONGEST_OWN = 8;

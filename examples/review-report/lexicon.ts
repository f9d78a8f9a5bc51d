import { readFileSync } from "node:fs";
import { z } from "zod";

const EntrySchema = z.strictObject({
  /** How the report names the entry. */
  word: z.string().min(1),
  /** Korean stems: a word that begins with one belongs to the entry. */
  ko: z.array(z.string().regex(/^\p{Script=Hangul}+$/u, "must be Korean letters only")),
  /** English forms: a word that equals one belongs to the entry. */
  en: z.array(z.string().regex(/^[a-z-]+$/, "must be lower-case English letters")),
});
const LexiconFileSchema = z.strictObject({
  positive: z.array(EntrySchema),
  negative: z.array(EntrySchema),
});

/** What a word of a review says. */
export interface LexiconEntry {
  readonly word: string;
  readonly polarity: 1 | -1;
}

export interface Lexicon {
  /** In the order of the file, which also settles ties between complaints. */
  readonly negativeWords: readonly string[];
  /** The entry that a lower-case word belongs to, if any. */
  find(word: string): LexiconEntry | undefined;
}

/**
 * The lexicon of a JSON text.
 * @throws Error when the shape is wrong, or when a word could belong to two entries.
 */
export function parseLexicon(json: string): Lexicon {
  const file = LexiconFileSchema.parse(JSON.parse(json));
  const english = new Map<string, LexiconEntry>();
  const korean = new Map<string, LexiconEntry>();
  let longestStem = 0;

  for (const [side, polarity] of [["positive", 1] as const, ["negative", -1] as const]) {
    for (const { word, ko, en } of file[side]) {
      const entry: LexiconEntry = { word, polarity };
      for (const form of en) {
        if (english.has(form)) throw new Error(`The lexicon has "${form}" twice: keep one.`);
        english.set(form, entry);
      }
      for (const stem of ko) {
        const rival = [...korean.keys()].find((k) => k.startsWith(stem) || stem.startsWith(k));
        if (rival !== undefined) {
          throw new Error(`The lexicon stems "${rival}" and "${stem}" overlap: keep the shorter.`);
        }
        korean.set(stem, entry);
        longestStem = Math.max(longestStem, stem.length);
      }
    }
  }

  return {
    negativeWords: file.negative.map((entry) => entry.word),
    find(word) {
      const exact = english.get(word);
      if (exact !== undefined) return exact;
      for (let length = 1; length <= Math.min(longestStem, word.length); length++) {
        const entry = korean.get(word.slice(0, length));
        if (entry !== undefined) return entry;
      }
      return undefined;
    },
  };
}

/** The lexicon beside this file. */
export const lexicon = parseLexicon(readFileSync(new URL("lexicon.json", import.meta.url), "utf8"));

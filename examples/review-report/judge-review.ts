import { lexicon } from "./lexicon.ts";
import type { Lexicon, LexiconEntry } from "./lexicon.ts";

export type Sentiment = "positive" | "neutral" | "negative";

export interface Judgement {
  /** Null when the review has neither a rating nor a text. */
  readonly sentiment: Sentiment | null;
  /** Praise minus criticism in the text. */
  readonly text_score: number;
  /** Lexicon words that the text complains with, each once. */
  readonly complaints: readonly string[];
}

const CLAUSE_END = /[.,!?;:…~()[\]"“”|/\n\r]+/u;
const CLAUSE_WORDS = new Set(["but", "however", "though", "although"]);
const NOT_LETTERS_AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
const ENGLISH_NEGATORS = new Set(["not", "no", "never", "without", "hardly", "neither", "nor"]);
const ENGLISH_REACH = 4;
const KOREAN_NEGATORS_BEFORE = new Set(["안", "못", "덜"]);
const KOREAN_NEGATOR_AFTER = /^(?:않|없|사라)/u;
const KOREAN_REACH = 2;

/** The sentiment of one review, by the rule that `sentiment-rule.md` tells. */
export function judgeReview(
  review: { readonly rating: number | null; readonly text: string },
  words: Lexicon = lexicon,
): Judgement {
  let score = 0;
  const complaints = new Set<string>();
  for (const clause of clausesOf(review.text)) {
    for (const { entry, flipped } of findWords(clause, words)) {
      score += flipped ? -entry.polarity : entry.polarity;
      if (entry.polarity === -1 && !flipped) complaints.add(entry.word);
    }
  }
  const silent = review.rating === null && review.text.trim() === "";
  const vote = Math.sign(score) + (review.rating === null ? 0 : Math.sign(review.rating - 3));
  return {
    sentiment: silent ? null : vote > 0 ? "positive" : vote < 0 ? "negative" : "neutral",
    text_score: score,
    complaints: [...complaints],
  };
}

/** The words of each clause, lower-case: a "not" never reaches past its clause. */
function clausesOf(text: string): string[][] {
  const clauses: string[][] = [];
  for (const part of text.normalize("NFC").toLowerCase().replaceAll("’", "'").split(CLAUSE_END)) {
    let clause: string[] = [];
    for (const raw of part.split(/\s+/u)) {
      const word = raw.replace(NOT_LETTERS_AROUND, "");
      if (CLAUSE_WORDS.has(word)) {
        clauses.push(clause);
        clause = [];
      } else if (word !== "") {
        clause.push(word);
      }
    }
    clauses.push(clause);
  }
  return clauses;
}

function findWords(
  clause: readonly string[],
  words: Lexicon,
): { entry: LexiconEntry; flipped: boolean }[] {
  const entries = clause.map((word) => words.find(word));
  const flipped = new Set<number>();
  clause.forEach((word, at) => {
    if (entries[at] !== undefined) {
      const before = clause.slice(Math.max(0, at - ENGLISH_REACH), at);
      const english = before.some((w) => ENGLISH_NEGATORS.has(w) || w.endsWith("n't"));
      const korean = KOREAN_NEGATORS_BEFORE.has(clause[at - 1] ?? "") || /[않없]/u.test(word);
      if (english || korean) flipped.add(at);
    }
    const reach = negatorReach(word, entries[at + 1] !== undefined);
    for (let back = 1; back <= reach; back++) {
      if (entries[at - back] === undefined) continue;
      flipped.add(at - back);
      break;
    }
  });
  return entries.flatMap((entry, at) =>
    entry === undefined ? [] : [{ entry, flipped: flipped.has(at) }],
  );
}

/** How many words back a Korean negator looks for the word that it turns round. */
function negatorReach(word: string, nextIsInLexicon: boolean): number {
  if (KOREAN_NEGATOR_AFTER.test(word)) return KOREAN_REACH;
  return word === "안" && !nextIsInLexicon ? 1 : 0;
}

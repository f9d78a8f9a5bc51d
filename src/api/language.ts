import type { Context } from "hono";
import { languageDetector } from "hono/language";
import { PROBLEM_LANGUAGES, type ProblemLanguage } from "../contract/problem.ts";

const USUAL: ProblemLanguage = "en";

/** Finds out which of the languages that there are the caller likes best (RFC 9110 §12.5.4). */
export const detectLanguage = languageDetector({
  order: ["header"],
  caches: false,
  supportedLanguages: [...PROBLEM_LANGUAGES],
  fallbackLanguage: USUAL,
});

/** The language of a request's answer: what `Accept-Language` asks for, else English. */
export function languageOf(c: Context): ProblemLanguage {
  return PROBLEM_LANGUAGES.find((known) => known === c.get("language")) ?? USUAL;
}

/** What says that an answer is in the request's language. */
export function languageHeaders(c: Context): { "content-language": ProblemLanguage; vary: string } {
  return { "content-language": languageOf(c), vary: "Accept-Language" };
}

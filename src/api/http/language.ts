import type { Context } from "hono";
import { languageDetector } from "hono/language";
import { LANGUAGES, type Language } from "../../contract/sentences/catalog.ts";

const DEFAULT_LANGUAGE: Language = "en";

/** Finds out which of the languages that there are the caller likes best (RFC 9110 §12.5.4). */
export const detectLanguage = languageDetector({
  order: ["header"],
  caches: false,
  supportedLanguages: [...LANGUAGES],
  fallbackLanguage: DEFAULT_LANGUAGE,
});

/** The language of a request's answer: what `Accept-Language` asks for, else English. */
export function languageOf(c: Context): Language {
  return LANGUAGES.find((known) => known === c.get("language")) ?? DEFAULT_LANGUAGE;
}

/** What says that an answer is in the request's language. */
export function languageHeaders(c: Context): { "content-language": Language; vary: string } {
  return { "content-language": languageOf(c), vary: "Accept-Language" };
}

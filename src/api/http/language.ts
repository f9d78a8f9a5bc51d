import type { Context, MiddlewareHandler } from "hono";
import { parseAccept } from "hono/utils/accept";
import { LANGUAGES, type Language } from "../../contract/sentences/catalog.ts";

const DEFAULT_LANGUAGE: Language = "en";

/** Finds out which of the languages that there are the caller likes best (RFC 9110 §12.5.4). */
export const detectLanguage: MiddlewareHandler = (c, next) => {
  c.set("language", likedBest(c.req.header("accept-language") ?? ""));
  return next();
};

/** English, unless the caller would rather have another one. */
function likedBest(written: string): Language {
  const ranges = parseAccept(written).map(({ type, q }) => ({ range: type.toLowerCase(), q }));
  // What is said of a language counts more than what is said of one of its regions, and that more than what is said of all.
  const likingOf = (language: Language): number =>
    (
      ranges.find(({ range }) => range === language) ??
      ranges.find(({ range }) => range.startsWith(`${language}-`)) ??
      ranges.find(({ range }) => range === "*")
    )?.q ?? 0;
  return LANGUAGES.reduce<Language>(
    (best, language) => (likingOf(language) > likingOf(best) ? language : best),
    DEFAULT_LANGUAGE,
  );
}

/** The language of a request's answer: what `Accept-Language` asks for, else English. */
export function languageOf(c: Context): Language {
  return LANGUAGES.find((known) => known === c.get("language")) ?? DEFAULT_LANGUAGE;
}

/** What says that an answer is in the request's language. */
export function languageHeaders(c: Context): { "content-language": Language; vary: string } {
  return { "content-language": languageOf(c), vary: "Accept-Language" };
}

import type { Context, MiddlewareHandler } from "hono";
import { parseAccept } from "hono/utils/accept";
import { LANGUAGES, type Language } from "../../contract/sentences/catalog.ts";

const DEFAULT_LANGUAGE: Language = "en";

/** Finds out which of the languages that there are the caller likes best (RFC 9110 §12.5.4). */
export const detectLanguage: MiddlewareHandler = (c, next) => {
  c.set("language", likedBest(c.req.header("accept-language") ?? ""));
  return next();
};

/** What is liked as much is taken in the order in which it is named; English where nothing is said of either. */
function likedBest(written: string): Language {
  // The best first, and what is as good in the order in which it was written.
  const ranges = parseAccept(written).map(({ type, q }) => ({ range: type.toLowerCase(), q }));
  const placeOf = (language: Language): number => {
    // What is said of a language counts more than what is said of one of its regions, and that more than "*".
    const named = ranges.findIndex(({ range }) => range === language);
    if (named >= 0) return named;
    const inRegion = ranges.findIndex(({ range }) => range.startsWith(`${language}-`));
    return inRegion >= 0 ? inRegion : ranges.findIndex(({ range }) => range === "*");
  };
  const taken = LANGUAGES.filter((language) => (ranges[placeOf(language)]?.q ?? 0) > 0);
  const [best = DEFAULT_LANGUAGE] = taken.toSorted((a, b) => placeOf(a) - placeOf(b));
  return best;
}

/** The language of a request's answer: what `Accept-Language` asks for, else English. */
export function languageOf(c: Context): Language {
  return LANGUAGES.find((known) => known === c.get("language")) ?? DEFAULT_LANGUAGE;
}

/** What says that an answer is in the request's language. */
export function languageHeaders(c: Context): { "content-language": Language; vary: string } {
  return { "content-language": languageOf(c), vary: "Accept-Language" };
}

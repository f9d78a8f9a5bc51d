import type { Language } from "../../src/contract/sentences/catalog.ts";
import { OPERATING } from "../../src/web/words/catalogs/operating.ts";
import { createSpeech } from "../../src/web/words/words.ts";

/** What the screen says, on all of its pages. */
export const speak = (language: Language) => createSpeech(language, OPERATING).words;

export type AllWords = ReturnType<typeof speak>;

import { createContext, useContext } from "react";
import type { Catalog, Language, ValuesOf } from "../../contract/sentences/catalog.ts";
import type { Said } from "../../contract/sentences/catalog.ts";
import { fieldWithMoments, withMoments } from "../../contract/sentences/moments.ts";
import { fieldText, spell, textOf } from "../../contract/sentences/sentence.ts";
import { BEGINNING } from "./beginning.ts";
import { BOARDS } from "./boards.ts";
import { CONSENT } from "./consent.ts";
import { DECIDING } from "./deciding.ts";
import { momentOf } from "./moment.ts";
import { OPERATING } from "./operating.ts";
import { PLANNING } from "./planning.ts";
import { SHELL } from "./shell.ts";
import { STATUSES } from "./statuses.ts";
import { SYSTEM } from "./system.ts";
import { TALK } from "./talk.ts";
import { VERSIONS } from "./versions.ts";

/** Everything that the screen says by itself, in both languages. */
export const WORDS = {
  ...SHELL,
  ...STATUSES,
  ...DECIDING,
  ...CONSENT,
  ...PLANNING,
  ...BOARDS,
  ...TALK,
  ...SYSTEM,
  ...OPERATING,
  ...BEGINNING,
  ...VERSIONS,
} as const satisfies Catalog;

export type WordId = keyof typeof WORDS;

/** The id of a sentence that needs no values. */
export type PlainWordId = {
  [Id in WordId]: ValuesOf<typeof WORDS, Id> extends [] ? Id : never;
}[WordId];

/** A sentence of the screen; an unknown one, or one without its values, does not compile. */
export type Words = <Id extends WordId>(id: Id, ...values: ValuesOf<typeof WORDS, Id>) => string;

export interface Speech {
  readonly language: Language;
  readonly words: Words;
  /** A text that a plan or the API wrote, in this language where it is a sentence of ours. */
  readonly inOwnWords: <Texts extends object>(
    texts: Texts,
    field: Extract<keyof Texts, string>,
  ) => string;
  readonly tell: (said: Said) => string;
}

export function createSpeech(language: Language): Speech {
  const write = (at: string): string => momentOf(at, language, Date.now());
  return {
    language,
    words: (id, ...[values]) => spell(WORDS, { id, values: values ?? {} }, language),
    inOwnWords: (texts, field) => fieldText(fieldWithMoments(texts, field, write), field, language),
    tell: (said) => textOf(withMoments(said, write), language),
  };
}

export const SpeechContext = createContext<Speech>(createSpeech("en"));

/** The language of the screen, and what speaks it. */
export function useSpeech(): Speech {
  return useContext(SpeechContext);
}

import { createContext, useContext, useMemo } from "react";
import type { Catalog, Language, ValuesOf } from "../../contract/sentences/catalog.ts";
import type { Said, SaidValue } from "../../contract/sentences/catalog.ts";
import { fieldWithMoments, withMoments } from "../../contract/sentences/moments.ts";
import { fieldText, spell, textOf } from "../../contract/sentences/sentence.ts";
import { BEGINNING } from "./catalogs/beginning.ts";
import { BOARDS } from "./catalogs/boards.ts";
import { CONSENT } from "./catalogs/consent.ts";
import { DECIDING } from "./catalogs/deciding.ts";
import { PLANNING } from "./catalogs/planning.ts";
import { SHELL } from "./catalogs/shell.ts";
import { STATUSES } from "./catalogs/statuses.ts";
import { SYSTEM } from "./catalogs/system.ts";
import { TALK } from "./catalogs/talk.ts";
import { VERSIONS } from "./catalogs/versions.ts";
import { momentOf } from "./moment.ts";

/** What the screen says by itself, in both languages, but for the catalogs that only some pages load. */
export const WORDS = {
  ...SHELL,
  ...STATUSES,
  ...DECIDING,
  ...CONSENT,
  ...PLANNING,
  ...BOARDS,
  ...TALK,
  ...SYSTEM,
  ...BEGINNING,
  ...VERSIONS,
} as const satisfies Catalog;

export type WordId = keyof typeof WORDS;

/** The id of a sentence that needs no values. */
export type PlainWordId = {
  [Id in WordId]: ValuesOf<typeof WORDS, Id> extends [] ? Id : never;
}[WordId];

/** A sentence of the screen; an unknown one, or one without its values, does not compile. */
export type Words<Table extends Catalog = typeof WORDS> = <Id extends keyof Table & string>(
  id: Id,
  ...values: ValuesOf<Table, Id>
) => string;

export interface Speech<Table extends Catalog = typeof WORDS> {
  readonly language: Language;
  readonly words: Words<Table>;
  /** A text that a plan or the API wrote, in this language where it is a sentence of ours. */
  readonly inOwnWords: <Texts extends object>(
    texts: Texts,
    field: Extract<keyof Texts, string>,
  ) => string;
  readonly tell: (said: SaidValue) => string;
}

/** What people read in place of sentences that name routes, fields and commands, which nobody has typed here. */
const IN_PLACE_OF = {
  needs_role: "this_needs_role",
  ask_for_role: "ask_admin_for_role",
  counts_once: "look_before_again",
  repeat_create: "look_before_create",
} as const;

function isForPrograms(id: string): id is keyof typeof IN_PLACE_OF {
  return Object.hasOwn(IN_PLACE_OF, id);
}

export function createSpeech(language: Language): Speech;
export function createSpeech<More extends Catalog>(
  language: Language,
  more: More,
): Speech<typeof WORDS & More>;
export function createSpeech(language: Language, more: Catalog = {}): Speech {
  const table = { ...WORDS, ...more };
  const write = (at: string): string => momentOf(at, language, Date.now());
  const forPeople = (id: keyof typeof IN_PLACE_OF, said: Said["values"]): string => {
    const told = Object.entries(said).map(([name, value]) => [name, textOf(value, language)]);
    const values = Object.fromEntries(told) as Said["values"];
    return spell(table, { id: IN_PLACE_OF[id], values }, language);
  };
  return {
    language,
    words: (id, ...[values]) => spell(table, { id, values: values ?? {} }, language),
    inOwnWords: (texts, field) => {
      const said = Reflect.get(texts, `${field}_said`) as Said | undefined;
      return said !== undefined && isForPrograms(said.id)
        ? forPeople(said.id, said.values)
        : fieldText(fieldWithMoments(texts, field, write), field, language);
    },
    tell: (said) => textOf(withMoments(said, write), language),
  };
}

export const SpeechContext = createContext<Speech>(createSpeech("en"));

/** The language of the screen, and what speaks it. */
export function useSpeech(): Speech {
  return useContext(SpeechContext);
}

/** The same, with the sentences of a catalog that only the pages which ask for it load. */
export function useSpeechWith<const More extends Catalog>(more: More): Speech<typeof WORDS & More> {
  const { language } = useSpeech();
  return useMemo(() => createSpeech(language, more), [language, more]);
}

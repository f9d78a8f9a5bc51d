import { spell } from "../../contract/sentences/sentence.ts";
import type { Language, SaidValue } from "../../contract/sentences/catalog.ts";
import { noticeOf, NOTICES } from "../../contract/service/notices.ts";
import { fill } from "../../text/fill.ts";
import { oneLine } from "../terminal/printable.ts";
import { en } from "./en.ts";
import { ko } from "./ko.ts";

export type { Language };
export type WordKey = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;

/**
 * A sentence of the CLI, its places filled as `fill` says. What takes a place is shown on one line,
 * without anything that a terminal would obey.
 */
export type Words = (key: WordKey, values?: Values) => string;

export const TABLES: Readonly<Record<Language, Readonly<Record<WordKey, string>>>> = { en, ko };

/** The sentences of one language. */
export function createWords(language: Language): Words {
  const table = TABLES[language];
  return (key, values = {}) => fill(table[key], (name) => oneLine(String(values[name] ?? "")));
}

/** A notice of the other rooms in this language, or what an error says. */
export type Tell = (said: SaidValue | Error) => string;

/** What tells notices in one language. Logs and lists within them keep their lines. */
export function createTell(language: Language): Tell {
  const tell: Tell = (said) =>
    said instanceof Error ? tell(noticeOf(said) ?? said.message) : spell(NOTICES, said, language);
  return tell;
}

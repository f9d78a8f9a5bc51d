import type { Language } from "../../contract/sentences/catalog.ts";
import { fill } from "../../text/fill.ts";
import { oneLine } from "../terminal/printable.ts";
import { en } from "./catalogs/en.ts";
import { ko } from "./catalogs/ko.ts";

export type { Language };
export type WordKey = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;

/**
 * A sentence of the CLI, its places filled as `fill` says. What takes a place is shown on one line,
 * without anything that a terminal would obey.
 */
export interface Words {
  (key: WordKey, values?: Values): string;
  readonly language: Language;
}

export const TABLES: Readonly<Record<Language, Readonly<Record<WordKey, string>>>> = { en, ko };

type NameIn<Key, Prefix extends string> = Key extends `${Prefix}${infer Name}` ? Name : never;
type HeadName = NameIn<WordKey, "head_">;
export type HelpName = NameIn<WordKey, "brief_">;

/** Whether there is a sentence of this name. */
export const isWordKey = (key: string): key is WordKey => Object.hasOwn(en, key);

/** What stands above the columns of a table. */
export function heads(words: Words, ...names: readonly HeadName[]): string[] {
  return names.map((name) => words(`head_${name}`));
}

/** The sentences of one language. */
export function createWords(language: Language): Words {
  const table = TABLES[language];
  const words = (key: WordKey, values: Values = {}): string =>
    fill(table[key], (name) => oneLine(String(values[name] ?? "")));
  return Object.assign(words, { language });
}

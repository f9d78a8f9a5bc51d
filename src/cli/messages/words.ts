import { oneLine } from "../render/printable.ts";
import { en } from "./en.ts";
import { ko } from "./ko.ts";
import { withParticle } from "./particle.ts";

export type Language = "en" | "ko";
export type WordKey = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;

/**
 * A sentence of the CLI. What takes the place of `{name}` is shown on one line, without anything
 * that a terminal would obey; `{name:을}` adds the particle that fits in Korean.
 */
export type Words = (key: WordKey, values?: Values) => string;

export const TABLES: Readonly<Record<Language, Readonly<Record<WordKey, string>>>> = { en, ko };

/** The sentences of one language. */
export function createWords(language: Language): Words {
  const table = TABLES[language];
  return (key, values = {}) =>
    table[key].replaceAll(/\{(\w+)(?::(\p{L}+))?\}/gu, (_, name: string, particle?: string) => {
      const value = oneLine(String(values[name] ?? ""));
      return particle === undefined ? value : withParticle(value, particle);
    });
}

import { oneLine } from "../render/printable.ts";
import { en } from "./en.ts";
import { ko } from "./ko.ts";
import { withParticle } from "./particle.ts";

export type Language = "en" | "ko";
export type WordKey = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;

/**
 * A sentence of the CLI. What takes the place of `{name}` is shown on one line, without anything
 * that a terminal would obey; `{name:을}` adds the particle that fits in Korean, behind the quotation
 * mark of `"{name:을}"`. `{count?todo|todos}` is the first word for one and the second for others.
 */
export type Words = (key: WordKey, values?: Values) => string;

export const TABLES: Readonly<Record<Language, Readonly<Record<WordKey, string>>>> = { en, ko };

const PLACE = /\{(\w+)(?::(\p{L}+)|\?([^|}]*)\|([^}]*))?\}(["`]?)/gu;

/** The sentences of one language. */
export function createWords(language: Language): Words {
  const table = TABLES[language];
  return (key, values = {}) =>
    table[key].replaceAll(PLACE, (_, ...found: string[]) => {
      const [name = "", particle, one, others, quote = ""] = found;
      if (one !== undefined) return `${Number(values[name]) === 1 ? one : others}${quote}`;
      const value = `${oneLine(String(values[name] ?? ""))}${quote}`;
      return particle === undefined ? value : withParticle(value, particle);
    });
}

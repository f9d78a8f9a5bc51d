import type { SaidValue } from "../../contract/sentences/catalog.ts";
import { fieldWithMoments, withMoments } from "../../contract/sentences/moments.ts";
import { fieldText, textOf } from "../../contract/sentences/sentence.ts";
import { moment } from "../terminal/time.ts";
import { languageOf } from "./language.ts";
import { createTell, createWords } from "./words.ts";

/** The language of this process, which help texts need before a command has read its flags. */
export const language = languageOf(process.argv.slice(2), process.env);

/** The sentences of this process. */
export const words = createWords(language);

/** What puts notices into words. */
export const tell = createTell(language);

/**
 * A text of a plan or of the API in the language of this process, with its times in the time zone of this machine;
 * somebody's own words as they are.
 */
export function inOwnWords<Texts extends object>(
  texts: Texts,
  field: Extract<keyof Texts, string>,
): string {
  return fieldText(fieldWithMoments(texts, field, moment), field, language);
}

/** A sentence of a plan in the language of this process, with its times in the time zone of this machine. */
export function tellHere(said: SaidValue): string {
  return textOf(withMoments(said, moment), language);
}

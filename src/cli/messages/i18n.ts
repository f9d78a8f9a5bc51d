import { fieldText } from "../../contract/sentences/sentence.ts";
import { languageOf } from "./language.ts";
import { createTell, createWords } from "./words.ts";

/** The language of this process, which help texts need before a command has read its flags. */
export const language = languageOf(process.argv.slice(2), process.env);

/** The sentences of this process. */
export const words = createWords(language);

/** What puts notices into words. */
export const tell = createTell(language);

/** A text of a plan or of the API in the language of this process; somebody's own words as they are. */
export const inOwnWords = <Texts extends object>(
  texts: Texts,
  field: Extract<keyof Texts, string>,
): string => fieldText(texts, field, language);

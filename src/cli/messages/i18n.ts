import { languageOf } from "./language.ts";
import { createWords } from "./words.ts";

/** The language of this process, which help texts need before a command has read its flags. */
export const language = languageOf(process.argv.slice(2), process.env);

/** The sentences of this process. */
export const words = createWords(language);

import type { Json } from "../contract/text.ts";
import { readValue } from "./read-input.ts";
import type { WordKey } from "./messages/words.ts";
import { words } from "./words-here.ts";

/** A flag of a command, and the type of what a person gives it. */
export interface Flag<Value> {
  /** As stricli takes it. */
  readonly parameter: object;
  /** What it is when it is not given. */
  readonly usual?: Value;
}
export type ValuesOf<Flags> = {
  readonly [Name in keyof Flags]: Flags[Name] extends Flag<infer Value> ? Value : never;
};

/** A flag whose text is read by `parse`, which throws what is wrong with it. */
export const parsedFlag = <Value>(
  brief: WordKey,
  parse: (text: string) => Value,
  more: object,
): Flag<Value> => ({
  parameter: { kind: "parsed", parse, brief: words(brief), optional: true, ...more },
});

export const textFlag = (brief: WordKey, placeholder = "text"): Flag<string | undefined> =>
  parsedFlag<string | undefined>(brief, String, { placeholder });

/** Whole numbers from 0 on. */
export const numberFlag = (brief: WordKey): Flag<number | undefined> =>
  parsedFlag<number | undefined>(brief, toNumber, { placeholder: "n" });

/** Any number of texts, by repeating the flag. */
export const textsFlag = (
  brief: WordKey,
  placeholder = "text",
): Flag<readonly string[] | undefined> => ({
  parameter: { ...parsedFlag(brief, String, { placeholder }).parameter, variadic: true },
});

/** Texts with commas between. */
export const listFlag = (
  brief: WordKey,
  placeholder = "a,b",
): Flag<readonly string[] | undefined> =>
  parsedFlag<readonly string[] | undefined>(brief, toList, { placeholder });

/** JSON; what is none is a text. */
export const valueFlag = (brief: WordKey): Flag<ReturnType<typeof readValue> | undefined> =>
  parsedFlag(brief, readValue, { placeholder: "json" });

/** JSON and nothing else. */
export const jsonFlag = (brief: WordKey): Flag<Json | undefined> =>
  parsedFlag<Json | undefined>(brief, toJson, { placeholder: "json" });

/** Some of these words, with commas between, as they are typed. */
export const wordsFlag = (
  brief: WordKey,
  name: string,
  allowed: readonly string[],
  placeholder: string,
): Flag<string | undefined> =>
  parsedFlag<string | undefined>(
    brief,
    (text) => {
      const wrong = toList(text).find((word) => !allowed.includes(word));
      if (wrong === undefined) return text;
      throw new Error(words("no_such_word", { text: wrong, name, allowed: allowed.join(", ") }));
    },
    { placeholder },
  );

export const switchFlag = (brief: WordKey): Flag<boolean> => ({
  parameter: { kind: "boolean", brief: words(brief), optional: true, withNegated: false },
  usual: false,
});

/** `--name` or `--no-name`; undefined when neither is given. */
export const eitherFlag = (brief: WordKey): Flag<boolean | undefined> => ({
  parameter: { kind: "boolean", brief: words(brief), optional: true },
});

export const choiceFlag = <const Choice extends string>(
  brief: WordKey,
  values: readonly Choice[],
): Flag<Choice | undefined> => ({
  parameter: { kind: "enum", values, brief: words(brief), optional: true },
});

/** One choice or more, by repeating the flag; it must be given. */
export const choicesFlag = <const Choice extends string>(
  brief: WordKey,
  values: readonly Choice[],
): Flag<readonly Choice[]> => ({
  parameter: { kind: "enum", values, brief: words(brief), variadic: true },
});

function toNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Error(words("not_a_number", { text }));
}

function toJson(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Error(words("no_json", { why: error instanceof Error ? error.message : "" }), {
      cause: error,
    });
  }
}

function toList(text: string): string[] {
  return text.split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()]));
}

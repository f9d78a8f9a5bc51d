import { EVENT_WORDS } from "../../contract/service/stream.ts";
import { PLAN_STATUSES, PRIORITY_WORDS } from "../../contract/tables/vocabulary.ts";
import type { Json } from "../../contract/text.ts";
import { namesIn } from "../../text/names-in.ts";
import { words } from "../messages/i18n.ts";
import { spokenStatus } from "../messages/spoken-status.ts";
import type { WordKey } from "../messages/words.ts";
import { readGivenJson, readGivenValue } from "./given-value.ts";

/** A flag of a command, and the type of what a person gives it. */
export interface Flag<Value> {
  /** As stricli takes it. */
  readonly parameter: object;
  /** What it is when it is not given. */
  readonly default?: Value;
}
export type ValuesOf<Flags> = {
  readonly [Name in keyof Flags]: Flags[Name] extends Flag<infer Value> ? Value : never;
};

/** A flag whose text is read by `parse`, which throws what is wrong with it. */
export const parsedFlag = <Value>(
  brief: WordKey,
  parse: (text: string) => Value | Promise<Value>,
  options: object,
): Flag<Value> => ({
  parameter: { kind: "parsed", parse, brief: words(brief), optional: true, ...options },
});

export const textFlag = (brief: WordKey, placeholder = "text"): Flag<string | undefined> =>
  parsedFlag(brief, String, { placeholder });

/** Why something is done, as the log tells it. */
export const reasonFlag = { reason: textFlag("flag_reason") };

/** Whole numbers from 0 on. */
export const numberFlag = (brief: WordKey): Flag<number | undefined> =>
  parsedFlag(brief, toNumber, { placeholder: "n" });

/** As plans are written: a number, or the word for one. */
export const priorityFlag = (brief: WordKey): Flag<number | undefined> =>
  parsedFlag(
    brief,
    (text) => Object.entries(PRIORITY_WORDS).find(([word]) => word === text)?.[1] ?? toNumber(text),
    { placeholder: "n" },
  );

/** Any number of texts, by repeating the flag. */
export const textsFlag = (
  brief: WordKey,
  placeholder = "text",
): Flag<readonly string[] | undefined> => ({
  parameter: { ...parsedFlag(brief, String, { placeholder }).parameter, variadic: true },
});

/** Texts with commas between. */
export const listFlag = (brief: WordKey): Flag<readonly string[] | undefined> =>
  parsedFlag(brief, namesIn, { placeholder: "a,b" });

/** Event types or families of them, by repeating the flag or with commas between. */
export const eventTypesFlag = (brief: WordKey): Flag<readonly string[] | undefined> => ({
  parameter: {
    ...parsedFlag(brief, toEventType, { placeholder: "hold" }).parameter,
    variadic: ",",
  },
});

/** JSON, or what a file holds; what is no JSON is a text. */
export const valueFlag = (brief: WordKey): Flag<Json | undefined> =>
  parsedFlag(brief, readGivenValue, { placeholder: "json|@file" });

/** JSON and nothing else, or what a file holds. */
export const jsonFlag = (brief: WordKey): Flag<Json | undefined> =>
  parsedFlag(brief, (text) => readGivenJson(text, words("what_was_typed")), {
    placeholder: "json|@file",
  });

/** Some plan statuses, with commas between: by their codes, or by the words of either language. */
export const statusesFlag = (brief: WordKey): Flag<string | undefined> =>
  parsedFlag(
    brief,
    (text) => {
      const statuses = namesIn(text).map((word) => {
        const status = spokenStatus("plan", word, PLAN_STATUSES);
        if (status !== undefined) return status;
        const allowed = PLAN_STATUSES.map((known) => words(`plan_${known}`)).join(", ");
        throw new Error(words("no_such_word", { text: word, name: "--status", allowed }));
      });
      return statuses.join(",");
    },
    { placeholder: "running,failed" },
  );

export const switchFlag = (brief: WordKey): Flag<boolean> => ({
  parameter: { kind: "boolean", brief: words(brief), optional: true, withNegated: false },
  default: false,
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

function toEventType(text: string): string {
  const word = text.trim();
  if (EVENT_WORDS.includes(word)) return word;
  const family = `${word.split(".", 1)[0]}.`;
  const types = EVENT_WORDS.filter((known) => known.startsWith(family));
  const near = types.length > 0 ? types : EVENT_WORDS.filter((known) => !known.includes("."));
  const allowed = near.join(", ");
  throw new Error(words("no_such_word", { text: word, name: "--types", allowed }));
}

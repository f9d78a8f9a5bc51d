import { fieldText } from "../../contract/sentences/sentence.ts";
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
  const said = `${field}_said`;
  return fieldText({ ...texts, [said]: withLocalTimes(Reflect.get(texts, said)) }, field, language);
}

/** What sentences call a moment. What stands elsewhere may be somebody's title, which stays as it is. */
const MOMENTS = new Set(["at", "since", "time", "until"]);
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

/** A sentence, and those that stand in it, with local times. */
function withLocalTimes<Value>(told: Value): Value {
  if (Array.isArray(told)) return told.map(withLocalTimes) as Value;
  if (typeof told !== "object" || told === null || !("values" in told)) return told;
  const values = Object.entries(told.values as object).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "string" && MOMENTS.has(name) && UTC.test(value)
      ? moment(value)
      : withLocalTimes(value),
  ]);
  return { ...told, values: Object.fromEntries(values) as object };
}

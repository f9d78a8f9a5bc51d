import type { Json } from "../../contract/text.ts";
import { words } from "../messages/i18n.ts";
import { usageError } from "../session/errors/cli-error.ts";
import { parseData, readText, readValue, standardInput } from "./read-input.ts";
import { readJson } from "./read-json.ts";

/** What a value on the command line says. */
export interface GivenText {
  readonly text: string;
  /** Where it stands, `-` for standard input; undefined for what was typed. */
  readonly file: string | undefined;
}

/** The file that a value names, `-` for standard input; undefined for one that is its own text. */
export function namedFile(typed: string): string | undefined {
  if (typed === "-") return typed;
  return typed.startsWith("@") && !typed.startsWith("@@") ? typed.slice(1) : undefined;
}

/**
 * A value of the command line: `@path` is what stands in the file, without its last line's end, `-` and
 * `@-` what comes on standard input, `@@…` a text that begins with @, and anything else itself.
 * @throws CliError when nothing stands there: what nobody wrote is no value.
 */
export async function readGiven(typed: string): Promise<GivenText> {
  const file = namedFile(typed);
  if (file === undefined) return { text: typed.replace(/^@@/, "@"), file };
  const text = (await readText(file, "no_file_named")).replace(/\r?\n$/, "");
  if (text.trim() !== "") return { text, file };
  throw usageError(words("says_nothing", { file: file === "-" ? standardInput() : file }));
}

/** A value that is JSON: as typed, or as YAML or JSON in what it names. @param what names it in a refusal. */
export async function readGivenJson(typed: string, what: string): Promise<Json> {
  const { text, file } = await readGiven(typed);
  return file === undefined ? readJson(what, text) : parseData(file, text);
}

/** A value that is JSON, or a text where it is none. */
export async function readGivenValue(typed: string): Promise<Json> {
  return readValue((await readGiven(typed)).text);
}

/** A value that is no more than a text, a number, true or false: what it names is a text, unless it says one of these. */
export async function readGivenScalar(typed: string): Promise<Json> {
  // A dash alone is often meant.
  if (typed === "-") return typed;
  const { text, file } = await readGiven(typed);
  const value = readValue(text);
  return file === undefined || typeof value === "number" || typeof value === "boolean"
    ? value
    : text;
}

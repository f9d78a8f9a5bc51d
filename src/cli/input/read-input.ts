import { isUtf8 } from "node:buffer";
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import type { Json, JsonObject } from "../../contract/text.ts";
import { isInexact } from "../../text/inexact-integer.ts";
import { words } from "../messages/i18n.ts";
import { CliError, usageError } from "../session/errors/cli-error.ts";
import { quoted } from "../session/typed-line.ts";
import { talk } from "../terminal/output.ts";
import { exactJson, readJson } from "./read-json.ts";

/**
 * The object that a file holds, in YAML or JSON; `-` is standard input.
 * @throws CliError naming the file and the place.
 */
export async function readObject(file: string): Promise<JsonObject> {
  return parseObject(file, await readText(file));
}

/** As `readObject`, of what was read from the file. */
export async function parseObject(file: string, written: string): Promise<JsonObject> {
  const data = await parseData(file, written);
  if (typeof data === "object" && data !== null && !Array.isArray(data)) return data;
  throw usageError(words("no_object", { file }), toEdit(file));
}

/** What a file holds, from what was read from it. @throws CliError naming the file and the place. */
export async function parseData(file: string, written: string): Promise<Json> {
  const name = file === "-" ? standardInput() : file;
  // JSON may hold tabs, which YAML takes for indentation.
  if (/^\s*[[{]/.test(written) && !file.match(/\.ya?ml$/i)) {
    return readJson(name, written, toEdit(file));
  }
  // Most commands read no YAML, and its library takes longer to load than they take.
  const { parseYaml } = await import("./parse-yaml.ts");
  try {
    return parseYaml(written);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw usageError(words("unreadable_file", { file: name, detail }), toEdit(file));
  }
}

/** What standard input is called. */
export const standardInput = (): string => words("standard_input");

/** How a file is mended; undefined for what no editor opens. */
export function toEdit(file: string): string | undefined {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true
    ? `$EDITOR ${quoted(file)}`
    : undefined;
}

/**
 * JSON as typed in a shell; what is no JSON is a text, and so is a whole number that would lose digits.
 * @throws CliError for such a number within a list or an object.
 */
export function readValue(text: string): Json {
  if (isInexact(text.trim())) return text;
  try {
    return exactJson(text);
  } catch (error) {
    if (error instanceof CliError) throw error;
    return text;
  }
}

/**
 * What stands in a file; `-` is standard input.
 * @param missing what is said of a file that cannot be opened.
 * @throws CliError for one that cannot be opened, or is no text: it would be garbled without a word.
 */
export async function readText(
  file: string,
  missing: "no_file" | "no_file_named" = "no_file",
): Promise<string> {
  if (file === "-") return toText(standardInput(), await readStandardInput());
  const bytes = await readFile(file).catch((error: Error) => {
    throw usageError(words(missing, { file, detail: error.message }), "ls");
  });
  return toText(file, bytes);
}

function readStandardInput(): Promise<Uint8Array> {
  if (process.stdin.isTTY) talk(words("reads_stdin"));
  return buffer(process.stdin);
}

function toText(file: string, bytes: Uint8Array): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes);
  throw usageError(words("not_utf8", { file }));
}

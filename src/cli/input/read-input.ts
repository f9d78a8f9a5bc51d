import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { text as readAll } from "node:stream/consumers";
import type { Json, JsonObject } from "../../contract/text.ts";
import { words } from "../messages/i18n.ts";
import { usageError } from "../session/cli-error.ts";
import { quoted } from "../session/typed-line.ts";
import { talk } from "../terminal/output.ts";

/**
 * What a file holds, YAML or JSON; `-` is standard input.
 * @throws CliError naming the file and the place.
 */
export async function readData(file: string): Promise<Json> {
  return parseData(file, await readText(file));
}

/** As `readData`, for a file that must hold an object. */
export async function readObject(file: string): Promise<JsonObject> {
  return parseObject(file, await readText(file));
}

/** As `readObject`, of what was read from the file. */
export async function parseObject(file: string, written: string): Promise<JsonObject> {
  const data = await parseData(file, written);
  if (typeof data === "object" && data !== null && !Array.isArray(data)) return data;
  throw usageError(words("no_object", { file }), toEdit(file));
}

async function parseData(file: string, written: string): Promise<Json> {
  try {
    // JSON may hold tabs, which YAML takes for indentation.
    if (/^\s*[[{]/.test(written) && !file.match(/\.ya?ml$/i)) return JSON.parse(written) as Json;
    // Most commands read no YAML, and its library takes longer to load than they take.
    const { parseYaml } = await import("./parse-yaml.ts");
    return parseYaml(written);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw usageError(words("unreadable_file", { file, detail }), toEdit(file));
  }
}

/** How a file is mended; undefined for what no editor opens. */
export function toEdit(file: string): string | undefined {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true
    ? `$EDITOR ${quoted(file)}`
    : undefined;
}

/** JSON as typed in a shell; what is no JSON is a text. */
export function readValue(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** What stands in a file; `-` is standard input. @throws CliError when it cannot be opened. */
export async function readText(file: string): Promise<string> {
  if (file === "-") {
    if (process.stdin.isTTY) talk(words("reads_stdin"));
    return readAll(process.stdin);
  }
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw usageError(words("no_file", { file, detail }), "ls");
  }
}

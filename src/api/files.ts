import { fileTypeFromBuffer } from "file-type";
import type { JsonObject } from "../contract/text.ts";
import { FileSchema, type FileAnswer } from "../contract/todo.ts";
import { LIMITS } from "../contract/vocabulary.ts";
import { plainFileName } from "../plan/file-name.ts";
import type { ArtifactStore } from "../temporal/artifact-store.ts";
import { Refused } from "./refused.ts";

/** Texts have no mark that tells what they are: the end of the name does. */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  csv: "text/csv",
  html: "text/html",
  json: "application/json",
  md: "text/markdown",
  xml: "application/xml",
  yaml: "application/yaml",
  yml: "application/yaml",
};

/** Keeps a file that a person sent and says what it is. */
export async function keepFile(
  artifacts: ArtifactStore,
  bytes: Uint8Array,
  name: string,
): Promise<FileAnswer> {
  return describeFile(await artifacts.put(bytes), bytes, name);
}

/**
 * A file that somebody names in an answer, as it really is: its content is read again, and nothing
 * but its digest and its name is believed.
 * @throws Refused when it was never uploaded.
 */
export async function findFile(artifacts: ArtifactStore, value: JsonObject): Promise<FileAnswer> {
  const said = FileSchema.pick({ $file: true, name: true }).safeParse({
    $file: value["$file"],
    name: value["name"],
  });
  const bytes = said.success ? await artifacts.get(said.data.$file).catch(() => null) : null;
  if (!said.success || bytes === null) {
    const detail = "There is no such file.";
    throw new Refused({
      code: "invalid_answer",
      detail,
      hint: "Upload it to /v1/plans/<plan>/files and answer with what that gives you.",
      errors: [{ pointer: "/value", detail }],
    });
  }
  return describeFile(said.data.$file, bytes, said.data.name);
}

async function describeFile($file: string, bytes: Uint8Array, name: string): Promise<FileAnswer> {
  const own = ownName(name);
  const found = await fileTypeFromBuffer(bytes);
  return {
    $file,
    name: own,
    media_type: found?.mime ?? textTypeOf(bytes, own),
    bytes: bytes.length,
  };
}

/** The last part of a path, in characters that every file system takes. */
function ownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  return plainFileName(last).slice(0, LIMITS.file_name);
}

function textTypeOf(bytes: Uint8Array, name: string): string {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return isText(bytes) ? (TEXT_TYPES[ending] ?? "text/plain") : "application/octet-stream";
}

function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

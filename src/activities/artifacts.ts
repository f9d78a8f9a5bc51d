import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Json, JsonObject } from "../contract/text.ts";
import { LIMITS } from "../contract/vocabulary.ts";
import { plainFileName } from "../plan/file-name.ts";
import { valueAt } from "../plan/json-pointer.ts";
import type { ArtifactStore } from "../temporal/artifact-store.ts";
import { ToolError } from "../tools/tool-error.ts";

const PREVIEW = 200;

/**
 * A result as the plan keeps it: itself when it is small, else a reference to the artifact with its
 * size and first characters.
 * @throws ToolError `validation_error` when the result is no JSON or above LIMITS.result_bytes.
 */
export async function keepResult(result: unknown, artifacts: ArtifactStore): Promise<Json> {
  const text = toJson(result);
  const bytes = Buffer.from(text);
  if (bytes.byteLength > LIMITS.result_bytes) {
    throw new ToolError(
      "validation_error",
      `The result has ${bytes.byteLength} bytes; at most ${LIMITS.result_bytes} are kept. Write it to a file in the workspace instead.`,
    );
  }
  if (bytes.byteLength <= LIMITS.inline_result_bytes) return JSON.parse(text) as Json;
  return {
    $artifact: await artifacts.put(bytes),
    bytes: bytes.byteLength,
    preview: text.slice(0, PREVIEW).toWellFormed(),
  };
}

/**
 * The arguments with every reference to an artifact replaced by what it refers to, and every file
 * that a person sent by the path of a copy in the workspace.
 */
export async function fetchArtifacts(
  args: JsonObject,
  artifacts: ArtifactStore,
  workspace: string,
): Promise<JsonObject> {
  const loaded = new Map<string, Promise<Json>>();
  return (await fetchIn(args)) as JsonObject;

  async function fetchIn(value: Json): Promise<Json> {
    if (Array.isArray(value)) return Promise.all(value.map(fetchIn));
    if (typeof value !== "object" || value === null) return value;
    const { $artifact, path, $file } = value;
    if (typeof $file === "string") return placeFile($file, value["name"]);
    if (typeof $artifact === "string") return part($artifact, typeof path === "string" ? path : "");
    const entries = await Promise.all(
      Object.entries(value).map(async ([key, item]) => [key, await fetchIn(item)] as const),
    );
    return Object.fromEntries(entries);
  }

  async function placeFile(reference: string, name: Json | undefined): Promise<string> {
    const bytes = await artifacts.get(reference);
    // The name came through Temporal, where anyone can write anything.
    const plain = plainFileName(typeof name === "string" ? name : "");
    const folder = join("files", reference.slice("sha256:".length, "sha256:".length + 16));
    await mkdir(join(workspace, folder), { recursive: true });
    await writeFile(join(workspace, folder, plain), bytes);
    return `${folder}/${plain}`;
  }

  async function part(reference: string, path: string): Promise<Json> {
    let whole = loaded.get(reference);
    if (whole === undefined) {
      whole = artifacts
        .get(reference)
        .then((bytes) => JSON.parse(Buffer.from(bytes).toString()) as Json);
      loaded.set(reference, whole);
    }
    const found = valueAt(await whole, path);
    if (found === undefined) {
      throw new ToolError(
        "validation_error",
        `There is no "${path}" in the result that it refers to.`,
      );
    }
    return found;
  }
}

function toJson(result: unknown): string {
  let text: string | undefined;
  try {
    // Half characters, as a model's text may hold, have no UTF-8: they become U+FFFD here.
    text = JSON.stringify(result ?? null, (_key, value: unknown) => {
      if (typeof value === "number" && !Number.isFinite(value)) {
        throw new ToolError("validation_error", `The result holds ${value}, which is no JSON.`);
      }
      return typeof value === "string" ? value.toWellFormed() : value;
    });
  } catch (cause) {
    if (cause instanceof ToolError) throw cause;
    throw new ToolError("validation_error", "The result cannot be written as JSON.", { cause });
  }
  if (text === undefined)
    throw new ToolError("validation_error", "The result cannot be written as JSON.");
  return text;
}

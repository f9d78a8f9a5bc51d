import { Context } from "@temporalio/activity";
import { say } from "../contract/sentences/sentence.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import type { Json, JsonObject } from "../contract/text.ts";
import { beyondJson } from "../json/beyond-json.ts";
import { filePlace, isFileRecord, type FileRecord } from "../json/file-record.ts";
import { toPointer } from "../json/json-pointer.ts";
import { createPartReader, loadReferences, toAnswer } from "../json/referring.ts";
import type { TodoInput } from "../plan/model/digest.ts";
import { readJson, type ArtifactStore } from "../temporal/connection/payloads/artifact-store.ts";
import { startOf } from "../text/cut-text.ts";
import { OwnFailure } from "../tools/own-failure.ts";
import { writeWorkspaceFile } from "../tools/workspace-files.ts";

const PREVIEW = 200;

/**
 * A result as the worker answers it: itself when it is small, else a reference to the artifact with
 * its size and first characters.
 * @param how what becomes of it before anybody keeps it, and above how many bytes it is kept.
 * @throws ToolError `validation_error` when the result is no JSON or above LIMITS.result_bytes.
 */
export async function keepResult(
  result: unknown,
  artifacts: ArtifactStore,
  user: string,
  how: {
    readonly change?: ((result: Json) => Json) | undefined;
    readonly most_inline?: number | undefined;
  } = {},
): Promise<Json> {
  const { change, most_inline = LIMITS.inline_result_bytes } = how;
  const given = toJson(result);
  const text = change === undefined ? given : JSON.stringify(change(JSON.parse(given) as Json));
  const bytes = Buffer.from(text);
  if (bytes.byteLength > LIMITS.result_bytes) {
    throw new OwnFailure(
      say("result_too_large_to_keep", { bytes: bytes.byteLength, most: LIMITS.result_bytes }),
    );
  }
  if (bytes.byteLength <= most_inline) return toAnswer(JSON.parse(text) as Json);
  return {
    $artifact: await artifacts.put(bytes, user),
    bytes: bytes.byteLength,
    preview: startOf(text, PREVIEW),
  };
}

/**
 * What an earlier attempt of this activity has kept under a name; else what is made now, for the attempts after it.
 * What cannot be read is made again, and what cannot be kept is handed on all the same: it is paid for.
 * @param warning what is logged where it could not be kept.
 */
export async function keptOnce<Made>(
  artifacts: ArtifactStore,
  name: string,
  make: () => Promise<Made>,
  warning: string,
): Promise<Made> {
  const { info, log } = Context.current();
  const user = info.workflowExecution?.workflowId ?? "";
  const kept = await artifacts.named(user, name);
  if (kept !== undefined) {
    try {
      return await readJson<Made>(artifacts, kept);
    } catch {
      // Better paid twice than stuck.
    }
  }
  const made = await make();
  try {
    const bytes = Buffer.from(JSON.stringify(made));
    await artifacts.name(user, name, await artifacts.put(bytes, user));
  } catch (error) {
    log.warn(warning, { why: String(error) });
  }
  return made;
}

/**
 * What the todo's tool gets: in the place of each reference the value that is meant, or the path of a
 * copy of the file in the workspace. Everything else stays as it is.
 * @param user whose the kept values are from now on, too.
 * @throws OwnFailure when they have more than LIMITS.result_bytes in all, wherever they stand.
 */
export async function fetchInput(
  { args, input_data, references }: TodoInput,
  artifacts: ArtifactStore,
  user: string,
  workspace: string,
): Promise<{ args: JsonObject; input_data: JsonObject | null }> {
  const readPart = createPartReader((digest) => readJson({ get: use }, digest));
  const value: JsonObject = { args, input_data };
  let bytes = 0;
  return (await loadReferences({ value, references }, load)) as {
    args: JsonObject;
    input_data: JsonObject | null;
  };

  async function load(placeholder: JsonObject): Promise<Json> {
    if (isFileRecord(placeholder)) return placeFile(placeholder);
    const found = await readPart(placeholder);
    if (found !== undefined) return counted(found);
    throw new OwnFailure(say("no_part_referred_to", { path: placeholder["path"] as string }));
  }

  /** What one kept result has, many places may want: each counts. */
  function counted(found: Json): Json {
    const most = LIMITS.result_bytes;
    if (bytes <= most) bytes += Buffer.byteLength(JSON.stringify(found));
    if (bytes > most) throw new OwnFailure(say("kept_results_too_large", { most }));
    return found;
  }

  async function use(reference: string): Promise<Uint8Array> {
    await artifacts.share(reference, user);
    return artifacts.get(reference);
  }

  async function placeFile(file: FileRecord): Promise<string> {
    const place = filePlace(file);
    await writeWorkspaceFile(workspace, place, Buffer.from(await use(file.$file)));
    return place;
  }
}

/** @throws OwnFailure naming the first place that JSON cannot hold: only what is undefined is left out. */
function toJson(result: unknown): string {
  // The objects around the value that is looked at, each with its key in the one before.
  const around: { readonly of: unknown; readonly key: string }[] = [];
  try {
    return JSON.stringify(result ?? null, function (this: unknown, key, value: unknown) {
      while (around.length > 0 && around.at(-1)!.of !== this) around.pop();
      const given: unknown = (this as Record<string, unknown>)[key];
      // A Buffer has told what it holds as numbers already.
      const kind = beyondJson(ArrayBuffer.isView(given) ? given : value);
      if (kind !== null) {
        const path = [...around.map((one) => one.key), key].slice(1);
        const place = startOf(toPointer(path), PREVIEW);
        const values = { kind, place };
        throw new OwnFailure(
          path.length === 0
            ? say("result_is_no_json", { kind })
            : say("result_holds_beyond_json", values),
        );
      }
      around.push({ of: value, key });
      // Half characters, as a model's text may hold, have no UTF-8: they become U+FFFD here.
      return typeof value === "string" ? value.toWellFormed() : value;
    });
  } catch (cause) {
    if (cause instanceof OwnFailure) throw cause;
    const why = cause instanceof Error ? cause.message.replaceAll(/\s+/g, " ") : String(cause);
    throw new OwnFailure(say("result_unwritable_because", { why }), "validation_error", { cause });
  }
}

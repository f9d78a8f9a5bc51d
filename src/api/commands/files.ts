import { isUtf8 } from "node:buffer";
import { fileTypeFromBuffer } from "file-type";
import { FileSchema, type FileAnswer } from "../../contract/plan/todo.ts";
import { problemAt } from "../../contract/problems/problem-at.ts";
import { Refusal } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import type { JsonObject } from "../../contract/text.ts";
import { isObject } from "../../json/json-object.ts";
import { valueAt } from "../../json/json-pointer.ts";
import type { PlanState } from "../../plan/model/state/state.ts";
import {
  MissingArtifactError,
  type ArtifactStore,
} from "../../temporal/connection/payloads/artifact-store.ts";
import { plainFileName } from "../../text/file-name.ts";
import { isGone } from "../gateway/asking/temporal-refusal.ts";
import type { PlanGateway } from "../gateway/plan-gateway.ts";

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

export interface FileDeps {
  readonly artifacts: ArtifactStore;
  readonly plans: Pick<PlanGateway, "runOf">;
}

/** Keeps a file that a person sent and says what it is. @throws Refusal when the plan is not there, or not any more. */
export async function keepFile(
  deps: FileDeps,
  bytes: Uint8Array,
  name: string,
  planId: string,
): Promise<FileAnswer> {
  const reference = await deps.artifacts.put(bytes, userOf(planId));
  await dropIfGone(deps, reference, planId);
  return describeFile(reference, bytes, name);
}

/**
 * A deletion drops what its plan uses by then, and what came later would stay for ever. Only this is dropped here:
 * another plan may have taken the id.
 * @throws Refusal when the plan is not there.
 */
async function dropIfGone(
  { artifacts, plans }: FileDeps,
  reference: string,
  planId: string,
): Promise<void> {
  try {
    await plans.runOf(planId);
  } catch (error) {
    if (isGone(error)) await artifacts.drop(reference, userOf(planId));
    throw error;
  }
}

/**
 * A file that somebody names in an answer, as it really is: its content is read again, and nothing
 * but its digest and its name is believed.
 * @throws Refusal when it was never uploaded, or the plan is not there.
 */
export async function findFile(
  deps: FileDeps,
  value: JsonObject,
  planId: string,
): Promise<FileAnswer> {
  const named = FileSchema.pick({ $file: true, name: true }).safeParse({
    $file: value["$file"],
    name: value["name"],
  });
  const { artifacts } = deps;
  if (named.success) {
    // The file may be another plan's: from now on it is this one's, too.
    await artifacts.share(named.data.$file, userOf(planId));
    await dropIfGone(deps, named.data.$file, planId);
  }
  const bytes = named.success ? await orMissing(artifacts.get(named.data.$file)) : null;
  if (!named.success || bytes === null) {
    throw new Refusal(problemAt("invalid_answer", "/value", say("no_file"), say("upload_first")));
  }
  return describeFile(named.data.$file, bytes, named.data.name);
}

/** Null for what is not kept; where that cannot be known, it stays an error. */
async function orMissing(reading: Promise<Uint8Array>): Promise<Uint8Array | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof MissingArtifactError) return null;
    throw error;
  }
}

/** Has a plan use all that its state refers to, which may be another plan's so far. */
export async function shareArtifacts(artifacts: ArtifactStore, state: PlanState): Promise<void> {
  const placeholders = state.todos.flatMap(({ result_data, result_references }) =>
    result_references.map((place) => valueAt(result_data, place)).filter(isObject),
  );
  const named = placeholders.map(({ $artifact, $file }) => $artifact ?? $file);
  const found = new Set(named.filter((reference) => typeof reference === "string"));
  for (const reference of found) await artifacts.share(reference, userOf(state.id));
}

const userOf = (planId: string): string => TEMPORAL_NAMES.plan_prefix + planId;

async function describeFile($file: string, bytes: Uint8Array, name: string): Promise<FileAnswer> {
  const own = ownName(name);
  return { $file, name: own, media_type: await mediaTypeOf(bytes, own), bytes: bytes.length };
}

/** What a file's content shows; of texts, the end of its name tells which kind. */
export async function mediaTypeOf(bytes: Uint8Array, name: string): Promise<string> {
  return (await fileTypeFromBuffer(bytes))?.mime ?? textTypeOf(bytes, name);
}

/** The last part of a path, in characters that every file system takes. */
function ownName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? "";
  return plainFileName(last).slice(0, LIMITS.file_name);
}

function textTypeOf(bytes: Uint8Array, name: string): string {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  const isText = !bytes.includes(0) && isUtf8(bytes);
  return isText ? (TEXT_TYPES[ending] ?? "text/plain") : "application/octet-stream";
}

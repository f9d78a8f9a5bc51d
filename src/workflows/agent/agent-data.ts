import { proxyActivities } from "@temporalio/workflow";
import type { OwnActivities } from "../../activities/activity-types.ts";
import type { Json, JsonObject } from "../../contract/text.ts";
import { isObject } from "../../json/json-object.ts";
import { parsePointer, toPointer } from "../../json/json-pointer.ts";
import { referencesWithin } from "../../json/referring.ts";
import { textOrJson } from "../../json/text-or-json.ts";
import { lookAt, readIn, TOLD_WHOLE, type Reading } from "../../plan/agents/read-result.ts";
import type { RunTodo } from "../../plan/effects.ts";

/** What is too large to be told whole: a kept result's placeholder, or the value itself. */
export type LargeResult = { readonly kept: JsonObject } | { readonly value: Json };

/** What an agent is told of the todos before it, and what of that it reads by parts. */
export interface AgentData {
  readonly told: JsonObject | null;
  readonly large: Readonly<Record<string, LargeResult>>;
}

/** Of so many kept results an agent is told how they begin and end; of more, that they are there. */
const MOST_LOOKS = 20;

/** The data of a todo as its agent is told it: what is too large for a model, by how it begins and ends. */
export async function agentData(
  plan_id: string,
  { input_data, references }: Pick<RunTodo, "input_data" | "references">,
): Promise<AgentData> {
  if (input_data === null) return { told: null, large: {} };
  const kept = new Set(referencesWithin("/input_data", references));
  const large: Record<string, LargeResult> = {};
  let looks = 0;
  const tell = async (value: Json, path: readonly string[]): Promise<Json> => {
    const name = path.join("/");
    if (isObject(value) && typeof value["$artifact"] === "string" && kept.has(toPointer(path))) {
      large[name] = { kept: value };
      looks += 1;
      // Of so many that nobody reads them all, it is enough that they are there.
      const look = looks > MOST_LOOKS ? {} : await readLarge(plan_id, { kept: value }, null);
      return { too_long: true, read_result: name, digest: value["$artifact"], ...look };
    }
    const holdsKept = [...kept].some((pointer) => {
      const at = parsePointer(pointer) ?? [];
      return path.every((part, place) => String(at[place]) === part);
    });
    if (holdsKept && typeof value === "object" && value !== null) {
      const entries: [string, Json][] = [];
      for (const [key, item] of Object.entries(value)) {
        entries.push([key, await tell(item, [...path, key])]);
      }
      return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries);
    }
    if (path.length === 0 || textOrJson(value).length <= TOLD_WHOLE) return value;
    large[name] = { value };
    return { too_long: true, read_result: name, ...lookAt(value) };
  };
  const told: JsonObject = {};
  for (const [key, value] of Object.entries(input_data)) told[key] = await tell(value, [key]);
  return { told, large };
}

/** What a reading of something large finds; without one, how it begins and ends. */
export function readLarge(
  plan_id: string,
  large: LargeResult,
  reading: Reading | null,
): Promise<JsonObject> {
  if ("value" in large) {
    return Promise.resolve(reading === null ? lookAt(large.value) : readIn(large.value, reading));
  }
  const { "holdpoint.read_result": readResult } = proxyActivities<OwnActivities>({
    startToCloseTimeout: 30_000,
    scheduleToCloseTimeout: 300_000,
    summary: "Read a part of a result",
  });
  return readResult({ plan_id, kept: large.kept, reading });
}

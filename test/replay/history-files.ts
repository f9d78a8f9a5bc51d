import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { HistoryAndWorkflowId } from "@temporalio/client";
import { historyFromJSON } from "@temporalio/common/lib/proto-utils.js";

/** Where recorded histories are kept: `<version>.<scenario>.<number>.json`, one workflow run each. */
export const HISTORIES = fileURLToPath(new URL("./histories/", import.meta.url));

/** A recorded run. */
export interface HistoryFile {
  readonly workflow_id: string;
  /** In the JSON form that Temporal's own tools write. */
  readonly history: unknown;
}

/** The names of all recorded runs, sorted. */
export async function historyFiles(): Promise<string[]> {
  return (await readdir(HISTORIES)).filter((name) => name.endsWith(".json")).toSorted();
}

/** A recorded run as the replay takes it. */
export async function readHistory(name: string): Promise<HistoryAndWorkflowId> {
  const file = JSON.parse(await readFile(HISTORIES + name, "utf8")) as HistoryFile;
  return { workflowId: file.workflow_id, history: historyFromJSON(file.history) };
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { notice, NoticeError } from "../../contract/service/notices.ts";
import { folderId } from "../machine/folder-id.ts";
import { answers } from "../machine/free-port.ts";
import { isProcessAlive } from "../machine/process-alive.ts";
import { replaceFileNow } from "../machine/replace-file.ts";
import { waitUntilServing } from "./server-health.ts";

const StateSchema = z.object({
  pid: z.int().positive(),
  port: z.int().min(1).max(65_535),
  ui_port: z.int().min(1).max(65_535),
  /** What the database's cluster is called; null until the server has served. */
  cluster_id: z.string().nullable(),
  /** The Holdpoint process that will stop the server. */
  owner_pid: z.int().positive(),
  /** Which folder it serves: a copy of the folder has this file, too. Absent from before that was written. */
  folder: z.string().optional(),
});

/**
 * `<dataDir>/temporal.json`: who serves this data folder, or did last. It is never removed: a
 * remover could not know whether the next start has just written its own.
 */
export type DevServerState = z.output<typeof StateSchema>;

const stateFile = (dataDir: string) => join(dataDir, "temporal.json");

/** The state on file, or undefined when there is none that makes sense. */
export async function readState(dataDir: string): Promise<DevServerState | undefined> {
  try {
    return StateSchema.parse(JSON.parse(await readFile(stateFile(dataDir), "utf8")));
  } catch {
    return undefined;
  }
}

/** Replaces the state in one step. At once, so that no server runs without its state on file. */
export function writeState(dataDir: string, state: DevServerState): void {
  const written = { ...state, folder: folderId(dataDir) };
  replaceFileNow(stateFile(dataDir), `${JSON.stringify(written, null, 2)}\n`);
}

/**
 * The live server on this data folder, if there is one. The file alone proves nothing: the system
 * gives numbers of processes and ports to others. The server itself must tell this database's id, which
 * a copy of the folder has, too: so the file must be about this folder.
 * @throws NoticeError when the process lives and something holds its port, but no server answers.
 */
export async function findRunningServer(
  dataDir: string,
  options: { readonly waitMs: number; readonly signal?: AbortSignal | undefined },
): Promise<DevServerState | undefined> {
  const state = await readState(dataDir);
  if (state === undefined) return undefined;
  const { pid, port, cluster_id, folder = folderId(dataDir) } = state;
  if (folder !== folderId(dataDir)) return undefined;
  if (!isProcessAlive(pid) || !(await answers(port))) return undefined;
  const serving = await waitUntilServing(port, {
    deadline: performance.now() + options.waitMs,
    giveUp: () => options.signal?.aborted === true || !isProcessAlive(pid),
  });
  options.signal?.throwIfAborted();
  if (serving !== undefined) {
    return [null, serving].includes(cluster_id) ? { ...state, cluster_id: serving } : undefined;
  }
  if (!isProcessAlive(pid)) return undefined;
  throw new NoticeError(notice("temporal_silent", { pid, port, folder: dataDir }));
}

import { readFile, rename, writeFile } from "node:fs/promises";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readServerPlace, type ServerPlace } from "./dev-server-args.ts";
import {
  isProcessAlive,
  isSameProcessAlive,
  listProcesses,
  type ProcessIdentity,
  processArguments,
} from "./process-info.ts";

const IdentitySchema = z.object({ pid: z.int().positive(), started: z.string().optional() });

const StateSchema = z.object({
  pid: z.int().positive(),
  port: z.int().min(1).max(65_535),
  ui_port: z.int().min(1).max(65_535),
  started_at: z.iso.datetime(),
  /** The Holdpoint process that started the server, or took it over, and will stop it. */
  owner: IdentitySchema,
  /** The owner is ending the server right now: nobody may join it any more. */
  stopping: z.boolean(),
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

/** Replaces the state in one step, so that a reader never sees half of it. */
export async function writeState(dataDir: string, state: DevServerState): Promise<void> {
  const unfinished = `${stateFile(dataDir)}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(state, null, 2)}\n`);
  await rename(unfinished, stateFile(dataDir));
}

/** As `writeState`, in the same breath as the spawn: no server without its state on file. */
export function writeStateNow(dataDir: string, state: DevServerState): void {
  writeFileSync(stateFile(dataDir), `${JSON.stringify(state, null, 2)}\n`);
}

/** A server process that has this data folder's database open. */
export interface RunningServer {
  readonly pid: number;
  readonly place: ServerPlace;
  readonly started_at: string | undefined;
  /** The process that will stop it; undefined when that one has ended. */
  readonly owner: ProcessIdentity | undefined;
  readonly stopping: boolean;
}

/**
 * The live server on this data folder, if there is one.
 *
 * A state file alone proves nothing: its process must be alive and its command line must name this
 * database. And a missing or stale file does not prove the contrary, so the machine's processes are
 * asked too. Where command lines cannot be read (Windows), the file and the live process decide.
 */
export async function findRunningServer(
  dataDir: string,
  database: string,
): Promise<RunningServer | undefined> {
  const state = await readState(dataDir);
  if (state !== undefined && isProcessAlive(state.pid)) {
    const args = await processArguments(state.pid);
    const place =
      args === undefined && process.platform === "win32"
        ? { database, port: state.port, ui_port: state.ui_port }
        : readServerPlace(args ?? [], database);
    if (place !== undefined) {
      const owned = await isSameProcessAlive(state.owner);
      return {
        pid: state.pid,
        place,
        started_at: state.started_at,
        owner: owned ? state.owner : undefined,
        // An owner that died while stopping will not finish it: the server may be joined again.
        stopping: state.stopping && owned,
      };
    }
  }
  for (const { pid, args } of await listProcesses()) {
    const place = readServerPlace(args, database);
    if (place !== undefined) {
      return { pid, place, started_at: undefined, owner: undefined, stopping: false };
    }
  }
  return undefined;
}

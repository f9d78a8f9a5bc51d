import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { readState, writeState } from "./dev-server-state.ts";
import { isProcessAlive, processArguments } from "./process-info.ts";
import { readServerPlace } from "./dev-server-args.ts";

export interface ServerExit {
  /** Both absent when the server was not a child of this process. */
  readonly code?: number;
  readonly signal?: string;
}

/** A server process that this process may watch and, if it owns it, end. */
export interface ServerProcess {
  readonly pid: number;
  readonly exited: Promise<ServerExit>;
  /** Sends a signal to that very process; false when it has ended. */
  kill(signal: "SIGTERM" | "SIGKILL"): Promise<boolean>;
  /** For `process.on("exit")`, where nothing can be awaited: SIGTERM at once. */
  killNow(): void;
}

/** A server that this process has spawned. */
export function ownChild(child: ChildProcess, pid: number): ServerProcess {
  const exited = new Promise<ServerExit>((resolve) => {
    child.once("exit", (code, signal) =>
      resolve({ ...(code === null ? {} : { code }), ...(signal === null ? {} : { signal }) }),
    );
  });
  // Node sends nothing once it has seen the child's end, so a reused number is safe.
  return {
    pid,
    exited,
    kill: async (signal) => child.kill(signal),
    killNow: () => void child.kill("SIGTERM"),
  };
}

/** A server that another process has spawned, told by its database from whoever has its number later. */
export function foreignServer(pid: number, database: string): ServerProcess {
  return {
    pid,
    exited: waitForExit(pid).then(() => ({})),
    kill: async (signal) => {
      const args = await processArguments(pid);
      const isIt = process.platform === "win32" || readServerPlace(args ?? [], database);
      return isIt ? sendSignal(pid, signal) : false;
    },
    killNow: () => void sendSignal(pid, "SIGTERM"),
  };
}

function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

const STOP_MS = 10_000;

/** Longer than any stop takes. */
export const STOP_LIMIT_MS = STOP_MS + 5_000;

/** Ends a server with SIGTERM, and SIGKILL after 10 s. Starts on its folder wait meanwhile. */
export async function endServer(dataDir: string, server: ServerProcess): Promise<void> {
  const state = await readState(dataDir);
  if (state?.pid === server.pid) await writeState(dataDir, { ...state, stopping: true });
  if (!(await server.kill("SIGTERM"))) return;
  // Also keeps this process alive until the end is seen; watching a foreign server does not.
  const abort = new AbortController();
  const late = delay(STOP_MS, true, { signal: abort.signal }).catch(() => false);
  const tooLate = await Promise.race([server.exited.then(() => false), late]);
  abort.abort();
  if (!tooLate) return;
  await server.kill("SIGKILL");
  await waitForExit(server.pid, Date.now() + STOP_MS);
}

/**
 * Resolves when the process is gone (true) or the deadline has passed (false). Without a deadline it
 * is mere watching, which does not keep this process alive.
 */
export async function waitForExit(pid: number, deadline?: number): Promise<boolean> {
  while (isProcessAlive(pid)) {
    if (deadline !== undefined && Date.now() > deadline) return false;
    await delay(100, undefined, { ref: deadline !== undefined });
  }
  return true;
}

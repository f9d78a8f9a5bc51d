import type { ChildProcess } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { isProcessAlive } from "../machine/process-alive.ts";

export interface ServerExit {
  /** Both absent when the server was not a child of this process. */
  readonly code?: number;
  readonly signal?: string;
}

/** A server process that this process may watch and, if it owns it, end. */
export interface ServerProcess {
  readonly pid: number;
  readonly exited: Promise<ServerExit>;
  /** Sends a signal, at once; nothing when the server has ended. */
  kill(signal: "SIGTERM" | "SIGKILL"): void;
}

/** A server that this process has spawned. */
export function ownChild(child: ChildProcess, pid: number): ServerProcess {
  const exited = new Promise<ServerExit>((resolve) => {
    child.once("exit", (code, signal) =>
      resolve({ ...(code === null ? {} : { code }), ...(signal === null ? {} : { signal }) }),
    );
  });
  return { pid, exited, kill: (signal) => void child.kill(signal) };
}

/** A server that another process has spawned. Watching it does not keep this process alive. */
export function foreignServer(pid: number): ServerProcess {
  let hasEnded = false;
  const exited = (async () => {
    while (isProcessAlive(pid)) await delay(100, undefined, { ref: false });
    hasEnded = true;
    return {};
  })();
  const kill: ServerProcess["kill"] = (signal) => {
    if (!hasEnded && isProcessAlive(pid)) process.kill(pid, signal);
  };
  return { pid, exited, kill };
}

const STOP_MS = 10_000;

/** Ends a server with SIGTERM, and SIGKILL after 10 s. */
export async function endServer(server: ServerProcess): Promise<void> {
  const force = setTimeout(() => server.kill("SIGKILL"), STOP_MS);
  server.kill("SIGTERM");
  await server.exited;
  clearTimeout(force);
}

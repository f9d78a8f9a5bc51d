import { fork, type ChildProcess } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TemporalPlace } from "../temporal/connect.ts";
import type { LoadedConfig } from "./config.ts";

const BIN = fileURLToPath(new URL("../../bin/holdpoint.mjs", import.meta.url));
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
const STOP_MS = 20_000;

export interface WorkerProcess {
  /** The process that polls now; another one after a restart. */
  readonly pid: number;
  stop(): Promise<void>;
}

interface WorkerProcessOptions {
  /** Folder that `holdpoint worker` takes as its own. */
  readonly from: string;
  readonly config: LoadedConfig;
  readonly place: Required<TemporalPlace>;
  readonly onLine: (line: string) => void;
  /** Gives up the first start. */
  readonly signal?: AbortSignal;
}

/**
 * Runs `holdpoint worker` as a process of its own and starts it again when it dies. Resolves when it
 * polls. The process ends by itself when this one is gone, however that happened.
 * @throws Error when it did not start, or the abort's reason; then no process stays behind.
 */
export async function startWorkerProcess(options: WorkerProcessOptions): Promise<WorkerProcess> {
  const { onLine } = options;
  let current = await startFirst(options);
  let stopping = false;
  let pause = FIRST_PAUSE_MS;
  let wake: (() => void) | undefined;
  const watched = (async () => {
    for (;;) {
      const how = await exitOf(current);
      if (stopping) return;
      onLine(`The worker (pid ${current.pid}) ended (${how}); starting another.`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      if (stopping) return;
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      current = spawn(options);
      const ready = await readyOf(current);
      if (ready) {
        pause = FIRST_PAUSE_MS;
        onLine(`The worker is back (pid ${current.pid}).`);
      }
    }
  })();
  return {
    get pid() {
      return current.pid ?? 0;
    },
    async stop() {
      stopping = true;
      wake?.();
      await endChild(current);
      await watched;
    },
  };
}

async function startFirst(options: WorkerProcessOptions): Promise<ChildProcess> {
  const { config, signal } = options;
  const child = spawn(options);
  const end = (): void => void child.kill("SIGTERM");
  signal?.addEventListener("abort", end, { once: true });
  const ready = await readyOf(child);
  signal?.removeEventListener("abort", end);
  if (ready && signal?.aborted !== true) return child;
  await endChild(child);
  signal?.throwIfAborted();
  throw new Error(`The worker did not start; its log is ${join(config.dataDir, "worker.log")}.`);
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const force = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await exitOf(child);
  clearTimeout(force);
}

function spawn({ from, config, place }: WorkerProcessOptions): ChildProcess {
  mkdirSync(config.dataDir, { recursive: true });
  const log = openSync(join(config.dataDir, "worker.log"), "a");
  const args = ["worker", "--address", place.address, "--namespace", place.namespace];
  if (config.file !== null) args.push("--config", config.file);
  // Its own process group: Ctrl-C reaches this process first, which stops everything in order.
  const child = fork(BIN, args, { cwd: from, detached: true, stdio: ["ignore", log, log, "ipc"] });
  closeSync(log);
  return child;
}

function readyOf(child: ChildProcess): Promise<boolean> {
  return new Promise((resolve) => {
    child.once("message", () => resolve(true));
    child.once("exit", () => resolve(false));
  });
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    const done = (code: number | null, signal: string | null): void =>
      resolve(signal ?? `exit code ${code}`);
    if (child.exitCode !== null || child.signalCode !== null)
      done(child.exitCode, child.signalCode);
    else child.once("exit", done);
  });
}

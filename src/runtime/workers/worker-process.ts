import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { PROOF_KEYS_VARIABLE } from "../../contract/plan/proof.ts";
import type { SaidValue } from "../../contract/sentences/catalog.ts";
import { inEnglish, notice, NoticeError, type Notice } from "../../contract/service/notices.ts";
import type { TemporalPlace } from "../../temporal/connection/connect.ts";
import { hasExited } from "../../temporal/machine/process-alive.ts";
import type { LoadedConfig } from "../config.ts";
import type { LastWords } from "./stray-errors.ts";
import { awaitEarlierWorker, FORCED_AFTER_SECONDS, noteWorker } from "./worker-file.ts";

const BIN = fileURLToPath(new URL("../../../bin/own-worker.mjs", import.meta.url));
/** A worker that has polled for as long as this is followed at once: it did not die of its beginning. */
const LIVED_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** How much longer than it may take in the end a process that is told to stop is waited for. */
const SPARE_SECONDS = 5;
/** How long the last words of a process that has ended are waited for. */
const LAST_WORDS_MS = 1_000;

/** What a process says once it polls. */
export const READY = "ready";

/** What it has to tell while it polls. */
export interface WorkerNews {
  readonly notice: Notice;
}

export interface WorkerProcess {
  /** The process that polls now; another one after a restart. */
  readonly pid: number;
  stop(): Promise<void>;
}

interface WorkerProcessOptions {
  /** The folder whose configuration it takes as its own. */
  readonly from: string;
  readonly config: LoadedConfig;
  readonly onNotice: (said: Notice) => void;
  /** Told when a worker has died. */
  readonly onLost: () => void;
}

/** A process that has begun to load what a worker needs, and knows no Temporal yet. */
export interface PreparedWorker {
  /**
   * Has it poll, and from then on another one whenever it dies. They end by themselves when this
   * process is gone, however that happened.
   * @throws NoticeError when it did not start, or the abort's reason; then no process stays behind.
   */
  start(place: Required<TemporalPlace>, signal?: AbortSignal): Promise<WorkerProcess>;
  /** Ends it when it is not to be started after all. */
  discard(): Promise<void>;
}

export function prepareWorker(options: WorkerProcessOptions): PreparedWorker {
  const waiting = new AbortController();
  const spawning = (async () => {
    await awaitEarlierWorker(options.config, options.onNotice, waiting.signal);
    return waiting.signal.aborted ? undefined : spawned(options);
  })();
  spawning.catch(() => undefined);
  return {
    async discard() {
      waiting.abort();
      const first = await spawning.catch(() => undefined);
      if (first !== undefined) await endChild(first, options.config);
    },
    async start(place, signal) {
      const giveUp = (): void => waiting.abort();
      signal?.addEventListener("abort", giveUp, { once: true });
      const first = await spawning;
      signal?.removeEventListener("abort", giveUp);
      signal?.throwIfAborted();
      if (first === undefined) throw notStarted(options.config);
      await startFirst(first, place, options, signal);
      return keepRunning(first, place, options);
    },
  };
}

function keepRunning(
  first: ChildProcess,
  place: Required<TemporalPlace>,
  options: WorkerProcessOptions,
): WorkerProcess {
  const { onNotice, onLost } = options;
  let current = first;
  const stopping = new AbortController();
  const { signal } = stopping;
  let polledSince = performance.now();
  let pause = 0;
  const watched = (async () => {
    for (;;) {
      const how = await exitOf(current);
      if (signal.aborted) return;
      onLost();
      onNotice(endOf(how, pidOf(current), await lastWordsOf(current), options.config));
      if (performance.now() - polledSince >= LIVED_MS) pause = 0;
      polledSince = Infinity;
      let following: ChildProcess | undefined;
      do {
        await delay(pause, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        pause = Math.min(Math.max(pause * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
        following = await spawned(options);
      } while (following === undefined && !signal.aborted);
      if (following === undefined) return;
      if (signal.aborted) return endChild(following, options.config);
      current = following;
      const ready = await startChild(current, place);
      if (signal.aborted) return;
      if (ready) {
        polledSince = performance.now();
        onNotice(notice("worker_back", { pid: pidOf(current) }));
      }
    }
  })();
  return {
    get pid() {
      return pidOf(current);
    },
    async stop() {
      stopping.abort();
      await endChild(current, options.config);
      await watched;
    },
  };
}

async function startFirst(
  child: ChildProcess,
  place: Required<TemporalPlace>,
  { config }: WorkerProcessOptions,
  signal: AbortSignal | undefined,
): Promise<void> {
  const end = (): void => void child.kill("SIGTERM");
  signal?.addEventListener("abort", end, { once: true });
  const ready = await startChild(child, place);
  signal?.removeEventListener("abort", end);
  if (ready && signal?.aborted !== true) return;
  await endChild(child, config);
  signal?.throwIfAborted();
  throw notStarted(config, await lastWordsOf(child));
}

function notStarted(config: LoadedConfig, words?: LastWords): NoticeError {
  const file = logFileOf(config);
  if (words === undefined) return new NoticeError(notice("worker_not_started", { file }));
  return new NoticeError(notice("worker_not_started_because", { why: words.error, file }));
}

const logFileOf = ({ dataDir }: LoadedConfig): string => join(dataDir, "worker.log");

function endOf(
  how: string,
  pid: number,
  words: LastWords | undefined,
  config: LoadedConfig,
): Notice {
  const file = logFileOf(config);
  if (words === undefined) return notice("worker_ended", { pid, how, file });
  const { tool, error } = words;
  return tool === undefined
    ? notice("worker_ended_by", { pid, how, error, file })
    : notice("worker_ended_by_tool", { pid, tool, error, file });
}

const LAST_WORDS = new WeakMap<ChildProcess, LastWords>();

/** What a process that has ended said of it; they may be still on their way. */
async function lastWordsOf(child: ChildProcess): Promise<LastWords | undefined> {
  if (child.connected) await Promise.race([once(child, "disconnect"), delay(LAST_WORDS_MS)]);
  return LAST_WORDS.get(child);
}

/** What else a child says is a tool's own: the channel is that of its whole process. */
function isSayable<Value extends SaidValue>(said: Value | undefined): said is Value {
  try {
    return inEnglish(said as Value) !== "";
  } catch {
    return false;
  }
}

const pidOf = (child: ChildProcess): number => child.pid ?? 0;

async function endChild(child: ChildProcess, config: LoadedConfig): Promise<void> {
  if (hasExited(child)) return;
  child.kill("SIGTERM");
  const seconds = config.worker_drain_seconds + FORCED_AFTER_SECONDS + SPARE_SECONDS;
  const force = setTimeout(() => child.kill("SIGKILL"), seconds * 1_000);
  await exitOf(child);
  clearTimeout(force);
}

/** The process once there is one; undefined where the system has no room for another. */
async function spawned(options: WorkerProcessOptions): Promise<ChildProcess | undefined> {
  try {
    const child = spawn(options);
    await once(child, "spawn");
    noteWorker(options.config, pidOf(child));
    child.on("message", (said: unknown) => {
      const { notice: news, tool, error } = Object(said) as Partial<WorkerNews & LastWords>;
      if (isSayable(news)) options.onNotice(news);
      if (isSayable(error))
        LAST_WORDS.set(child, { error, ...(typeof tool === "string" && { tool }) });
    });
    // What goes wrong with it later shows when it ends.
    return child.on("error", () => undefined);
  } catch {
    return undefined;
  }
}

function spawn({ from, config }: WorkerProcessOptions): ChildProcess {
  const log = openLog(logFileOf(config));
  const args = config.file === null ? [] : [config.file];
  // Its own process group: Ctrl-C reaches this process first, which stops everything in order.
  try {
    // Tools read a worker's environment, and only the API signs.
    const env = { ...process.env, [PROOF_KEYS_VARIABLE]: undefined };
    return fork(BIN, args, { cwd: from, env, detached: true, stdio: ["ignore", log, log, "ipc"] });
  } finally {
    if (typeof log === "number") closeSync(log);
  }
}

/** A worker that cannot be logged still works. */
function openLog(file: string): number | "ignore" {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    return openSync(file, "a", 0o600);
  } catch {
    return "ignore";
  }
}

/** Tells a process where to poll; false when it ended before it did. */
function startChild(child: ChildProcess, place: Required<TemporalPlace>): Promise<boolean> {
  return new Promise((resolve) => {
    if (hasExited(child)) resolve(false);
    child.on("message", (said) => {
      if (said === READY) resolve(true);
    });
    child.once("exit", () => resolve(false));
    // A process that is just ending says so by its exit.
    child.send(place, () => undefined);
  });
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    const done = (code: number | null, signal: string | null): void =>
      resolve(signal ?? `exit code ${code}`);
    if (hasExited(child)) done(child.exitCode, child.signalCode);
    else child.once("exit", done);
  });
}

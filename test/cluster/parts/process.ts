import { spawn, type ChildProcess, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Longer than any start on a busy machine. */
const START_MS = 180_000;
/** Longer than any part takes to stop by itself. */
const STOP_MS = 60_000;

/** A program that runs as a process of its own; what it writes is kept in two files. */
export interface Process {
  readonly name: string;
  readonly pid: number;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** What it wrote on standard output, and on standard error, in this run of it and in earlier ones. */
  output(): string;
  errors(): string;
  /** Sends a signal and waits for its end. @throws Error when it goes on for a minute: then it is killed. */
  end(signal: NodeJS.Signals): Promise<number | string>;
}

export interface ProcessOptions extends Pick<SpawnOptions, "cwd" | "env" | "uid" | "gid"> {
  /** Names it, and the files of what it writes. */
  readonly name: string;
  /** Where these files are. */
  readonly logs: string;
}

/** What runs, the newest last. */
const living = new Set<Process>();

/** Ends whatever runs, at once: nothing that it kept is needed any more. */
export async function endAllProcesses(): Promise<void> {
  for (const process of [...living].toReversed()) {
    // PostgreSQL would leave its own processes to find out.
    await process.end(process.name === "postgres" ? "SIGQUIT" : "SIGKILL");
  }
}

/** Starts a program. */
export async function startProcess(
  program: string,
  args: readonly string[],
  { name, logs, ...options }: ProcessOptions,
): Promise<Process> {
  const files = [join(logs, `${name}.out`), join(logs, `${name}.err`)] as const;
  const streams = files.map((file) => createWriteStream(file, { flags: "a" }));
  await Promise.all(streams.map((stream) => once(stream, "open")));
  const child = spawn(program, args, { ...options, stdio: ["ignore", ...streams] });
  for (const stream of streams) stream.close();
  const ended = endOf(child);
  await Promise.race([once(child, "spawn"), ended]);
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const started: Process = {
    name,
    pid: child.pid ?? 0,
    ended,
    output: () => readFileSync(files[0], "utf8"),
    errors: () => readFileSync(files[1], "utf8"),
    async end(signal) {
      if (isOver()) return ended;
      child.kill(signal);
      const late = delay(STOP_MS, "late" as const, { ref: false });
      const code = await Promise.race([ended, late]);
      if (code !== "late") return code;
      child.kill("SIGKILL");
      throw new Error(`${name} did not end on ${signal}.`);
    },
  };
  living.add(started);
  const forget = (): void => void living.delete(started);
  ended.then(forget, forget);
  return started;
}

async function endOf(child: ChildProcess): Promise<number | string> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve(code ?? signal ?? "unknown"));
  });
}

/** Runs a program to its end. @returns what it wrote. @throws Error with that when it fails. */
export async function runProcess(
  program: string,
  args: readonly string[],
  options: ProcessOptions,
): Promise<string> {
  const started = await startProcess(program, args, options);
  const code = await started.ended;
  if (code === 0) return started.output();
  throw new Error(`${options.name} ended with ${code}:\n${tail(started)}`);
}

/** Waits until a process is ready. @throws Error with what it wrote last, when it ends or takes too long. */
export async function untilReady(
  started: Process,
  isReady: () => Promise<boolean> | boolean,
): Promise<void> {
  let ended = false;
  const watched = started.ended.finally(() => (ended = true));
  watched.catch(() => undefined);
  const until = performance.now() + START_MS;
  while (!(await isReady())) {
    if (ended || performance.now() > until) {
      throw new Error(`${started.name} does not come up:\n${tail(started)}`);
    }
    await delay(100);
  }
}

function tail(process: Process): string {
  const lines = (process.output() + process.errors()).trim().split("\n").slice(-10);
  return lines.map((line) => line.slice(0, 500)).join("\n");
}

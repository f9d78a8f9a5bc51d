import { type ChildProcess, spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { NoticeError, type Notice } from "../../contract/service/notices.ts";

export interface ChildOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
  /** Called about every ten seconds, with the whole seconds since the start. */
  readonly onTick?: (seconds: number) => void;
  /** Asked twice a second; a notice ends the child with that as the reason. */
  readonly giveUp?: () => Promise<Notice | undefined>;
}

const OUTPUT_KEPT = 4_000;
const INTERRUPT_MS = 5_000;

/**
 * Runs a program to its end.
 *
 * Promises: resolves when it ends with code 0. On abort, or when `giveUp` says so, or when this
 * process exits, the program ends, and so does every program that it started (a compiler's linker
 * would work on for a minute): they are a process group of their own. They get SIGINT, to tidy up
 * after themselves, and SIGKILL after 5 s.
 * @throws with the last lines of what it wrote, the reason to give up, or the abort reason.
 */
export async function runChild(
  command: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<void> {
  options.signal?.throwIfAborted();
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env ?? process.env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => signalGroup(child, "SIGKILL");
  let killer: NodeJS.Timeout | undefined;
  const end = () => {
    signalGroup(child, "SIGINT");
    killer ??= setTimeout(kill, INTERRUPT_MS);
  };
  process.once("exit", kill);

  let output = "";
  const keep = (chunk: Buffer) => {
    output = (output + chunk.toString("utf8")).slice(-OUTPUT_KEPT);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);

  const began = performance.now();
  const ticker = setInterval(() => {
    options.onTick?.(Math.round((performance.now() - began) / 1_000));
  }, 10_000);
  let reason: Notice | undefined;
  const watcher = setInterval(() => {
    void options.giveUp?.().then((said) => {
      if (said === undefined || reason !== undefined) return;
      reason = said;
      end();
    });
  }, 500);
  options.signal?.addEventListener("abort", end, { once: true });
  try {
    const code = await new Promise<number | string>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (exit, signal) => resolve(exit ?? signal ?? "unknown"));
    });
    options.signal?.throwIfAborted();
    if (reason !== undefined) throw new NoticeError(reason);
    if (code !== 0) throw new Error(lastLines(output) || `${command} ended with ${code}`);
  } finally {
    clearInterval(ticker);
    clearInterval(watcher);
    clearTimeout(killer);
    process.removeListener("exit", kill);
    options.signal?.removeEventListener("abort", end);
  }
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // No such group: it has ended, or this system knows none.
    child.kill(signal);
  }
}

function lastLines(output: string): string {
  return stripVTControlCharacters(output).trim().split("\n").slice(-5).join("\n");
}

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { isProcessAlive } from "../../src/temporal/machine/process-alive.ts";

const run = promisify(execFile);

/** A process that stays the same one even when the system gives its number to another. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When the process began, in the system's own words; absent where it cannot be told. */
  readonly started?: string | undefined;
}

/** The fields of proc(5) from the third on: the second, the name, may itself hold spaces and ")". */
function statFields(stat: string): readonly string[] {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** The identity of a running process, or of this one. */
export async function identifyProcess(pid: number = process.pid): Promise<ProcessIdentity> {
  return { pid, started: await processStart(pid) };
}

/** Whether exactly that process still runs. Where start times cannot be told, the number decides. */
export async function isSameProcessAlive(identity: ProcessIdentity): Promise<boolean> {
  if (!isProcessAlive(identity.pid)) return false;
  if (identity.started === undefined) return true;
  const started = await processStart(identity.pid);
  return started === undefined ? isProcessAlive(identity.pid) : started === identity.started;
}

async function processStart(pid: number): Promise<string | undefined> {
  if (process.platform === "linux") {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
    // Field 22, the start time.
    return stat === undefined ? undefined : statFields(stat)[19];
  }
  if (process.platform === "win32") return undefined;
  return (await ps(["-o", "lstart=", "-p", String(pid)])).trim() || undefined;
}

/**
 * The arguments a process was started with; absent when it has ended, belongs to somebody else, or
 * the system cannot tell (Windows). Outside Linux, arguments with spaces come apart.
 */
export async function processArguments(pid: number): Promise<readonly string[] | undefined> {
  if (process.platform === "linux") {
    const text = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    return text === "" ? undefined : text.replace(/\0$/, "").split("\0");
  }
  if (process.platform === "win32") return undefined;
  const line = (await ps(["-ww", "-o", "args=", "-p", String(pid)])).trim();
  return line === "" ? undefined : line.split(" ");
}

async function ps(args: readonly string[]): Promise<string> {
  try {
    return (await run("ps", args, { maxBuffer: 16 * 1024 * 1024 })).stdout;
  } catch {
    return "";
  }
}

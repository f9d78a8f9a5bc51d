import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";

/** Whether a child of ours has ended, by itself or by a signal. */
export function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Whether a process of this number runs, whoever owns it. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  // What has ended still takes signals until its parent asks, which in containers may be never.
  return process.platform !== "linux" || !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

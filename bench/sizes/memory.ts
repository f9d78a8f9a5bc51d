import { readFileSync } from "node:fs";

/** What a process has in memory, in kilobytes. */
export function memoryOf(pid: number): number {
  return kilobytes(`/proc/${pid}/status`, "VmRSS");
}

/** The same, where a page that several processes have counts in part for each of them. */
export function shareOfMemory(pid: number): number {
  return kilobytes(`/proc/${pid}/smaps_rollup`, "Pss");
}

function kilobytes(file: string, field: string): number {
  const found = new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(readFileSync(file, "utf8"));
  return Number(found![1]);
}

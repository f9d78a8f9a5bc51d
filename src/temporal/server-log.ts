import { existsSync, openSync, renameSync, statSync } from "node:fs";
import { open, stat } from "node:fs/promises";

const ROTATE_BYTES = 20 * 1024 * 1024;
const PART_BYTES = 16 * 1024;

/** The log file of one start of the server. */
export interface ServerLog {
  readonly file: string;
  /** For the server's stdout and stderr; whoever opened the log closes it after the spawn. */
  readonly descriptor: number;
  /** Where this start's lines begin. */
  readonly begin: number;
}

/** Opens the log for appending; one that has grown past 20 MB is first moved to `<file>.1`. */
export function openServerLog(file: string): ServerLog {
  if (existsSync(file) && statSync(file).size > ROTATE_BYTES) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, "a");
  return { file, descriptor, begin: statSync(file).size };
}

/**
 * The first and last lines that this start wrote: a crash names its cause first and then fills pages
 * with what was running.
 */
export async function readLogEnds(log: ServerLog): Promise<string> {
  const { size } = await stat(log.file);
  const text = await readLog(log, log.begin);
  const first = text.trim().split("\n");
  if (size <= log.begin + PART_BYTES && first.length <= 16) return first.join("\n");
  const last = (await readLog(log, Math.max(log.begin, size - PART_BYTES))).trim().split("\n");
  return [...first.slice(0, 5), "…", ...last.slice(-10)].join("\n");
}

/** Whether the first lines that this start wrote hold the text. */
export async function logBeginsWith(log: ServerLog, text: string): Promise<boolean> {
  return (await readLog(log, log.begin)).includes(text);
}

async function readLog(log: ServerLog, position: number): Promise<string> {
  const file = await open(log.file, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PART_BYTES), { position });
    return buffer.subarray(0, bytesRead).toString("utf8");
  } finally {
    await file.close();
  }
}

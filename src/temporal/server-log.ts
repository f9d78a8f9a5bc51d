import { existsSync, openSync, renameSync, statSync } from "node:fs";
import { open } from "node:fs/promises";

const ROTATE_BYTES = 20 * 1024 * 1024;
const TAIL_BYTES = 16 * 1024;

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

/** The last lines that this start wrote. */
export async function readLogTail(log: ServerLog, lines = 15): Promise<string> {
  const file = await open(log.file, "r");
  try {
    const { size } = await file.stat();
    const begin = Math.max(log.begin, size - TAIL_BYTES);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.max(size - begin, 0)), {
      position: begin,
    });
    return buffer
      .subarray(0, bytesRead)
      .toString("utf8")
      .trim()
      .split("\n")
      .slice(-lines)
      .join("\n");
  } finally {
    await file.close();
  }
}

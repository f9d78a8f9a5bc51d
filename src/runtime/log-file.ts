import { closeSync, openSync, write } from "node:fs";
import { promisify } from "node:util";

const writeTo = promisify(write);

/** Lines that wait for a slow disk; what comes beyond that is dropped. */
const MOST_WAITING = 1024 * 1024;

/** Where a logger writes its lines. */
export interface LogFile {
  /** Takes a line with its line break. Never waits and never throws. */
  write(line: string): void;
  /** Resolves when what was written is in the file, or was given up. */
  settled(): Promise<void>;
  /** How many lines were given up, and not yet told of. */
  dropped(): number;
  /** Takes nothing more, and closes the file once it is settled. */
  close(): Promise<void>;
}

/**
 * A log that can neither hold up nor end its process: lines wait in memory while the disk works, those
 * that it does not take are dropped and counted, and the next line that gets through says how many.
 * (pino's own destination waits for a full disk with the whole process, and for ever.)
 * @param place a file that is made when absent, or an open descriptor, which stays open.
 * @throws Error when the file cannot be opened.
 */
export function openLogFile(place: string | number): LogFile {
  const descriptor = typeof place === "number" ? place : openSync(place, "a", 0o600);
  let waiting: string[] = [];
  let characters = 0;
  let dropped = 0;
  let isTorn = false;
  let isClosed = false;
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const lines = waiting;
      const before = dropped;
      waiting = [];
      characters = 0;
      try {
        await append((isTorn ? "\n" : "") + (before > 0 ? dropNote(before) : "") + lines.join(""));
        dropped -= before;
      } catch {
        dropped += lines.length;
      }
    }
    working = undefined;
  }

  async function append(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    let done = 0;
    try {
      while (done < bytes.length) {
        done += (await writeTo(descriptor, bytes, done, bytes.length - done, null)).bytesWritten;
      }
    } finally {
      if (done > 0) isTorn = done < bytes.length;
    }
  }

  return {
    write(line) {
      // Its descriptor may be another file's by then.
      if (isClosed) return;
      if (characters + line.length > MOST_WAITING) {
        dropped += 1;
        return;
      }
      waiting.push(line);
      characters += line.length;
      working ??= work();
    },
    settled: async () => working,
    dropped: () => dropped,
    async close() {
      isClosed = true;
      await working;
      if (typeof place === "string") closeSync(descriptor);
    },
  };
}

/** In pino's form: this log is read by programs. */
function dropNote(dropped: number): string {
  const note = { level: 40, time: Date.now(), dropped, msg: "lines that could not be written" };
  return `${JSON.stringify(note)}\n`;
}

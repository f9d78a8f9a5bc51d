import { closeSync, openSync, write } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const writeTo = promisify(write);

/** Lines that wait for a slow disk; what comes beyond that is dropped. */
const MOST_WAITING = 1024 * 1024;

/** A pipe that is full says so at once; it is asked again after so long. */
const FULL_PIPE_MS = 10;
/** Whoever waits for the end waits no longer than this for a pipe whose reader reads nothing. */
const PATIENCE_MS = 2_000;

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
 * A log that can neither hold up nor end its process: lines wait in memory while the disk works, or while
 * the reader of a pipe is busy; those that are not taken are dropped and counted, and the next line that gets through says how many.
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
  let giveUpAt = Infinity;
  let working: Promise<void> | undefined;

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      const lines = waiting;
      const before = dropped;
      waiting = [];
      characters = 0;
      const note = (isTorn ? "\n" : "") + (before > 0 ? dropNote(before) : "");
      const left = await append(note + lines.join(""));
      // What comes last is left first: the lines, and then the note.
      if (left <= lines.length) dropped -= before;
      dropped += Math.min(left, lines.length);
    }
    working = undefined;
  }

  /** How many line breaks of a text did not get into the file. */
  async function append(text: string): Promise<number> {
    const bytes = Buffer.from(text);
    let done = 0;
    while (done < bytes.length) {
      try {
        done += (await writeTo(descriptor, bytes, done, bytes.length - done, null)).bytesWritten;
      } catch (error) {
        const isFull = (error as NodeJS.ErrnoException).code === "EAGAIN";
        if (!isFull || performance.now() >= giveUpAt) break;
        await delay(FULL_PIPE_MS);
      }
    }
    if (done > 0) isTorn = done < bytes.length;
    return bytes.toString("latin1", done).split("\n").length - 1;
  }

  async function settled(): Promise<void> {
    giveUpAt = performance.now() + PATIENCE_MS;
    await working;
    giveUpAt = Infinity;
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
    settled,
    dropped: () => dropped,
    async close() {
      isClosed = true;
      await settled();
      if (typeof place === "string") closeSync(descriptor);
    },
  };
}

/** In pino's form: this log is read by programs. */
function dropNote(dropped: number): string {
  const note = { level: 40, time: Date.now(), dropped, msg: "lines that could not be written" };
  return `${JSON.stringify(note)}\n`;
}

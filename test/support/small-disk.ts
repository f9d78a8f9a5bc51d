import { execFileSync } from "node:child_process";
import {
  mkdtempSync,
  openSync,
  closeSync,
  realpathSync,
  rmSync,
  rmdirSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A real file system that is small enough to be filled. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all that is left, to the last byte. */
  fill(): void;
  /** Gives back what `fill` has taken. */
  free(): void;
  /** Nothing on it may be open for writing. */
  makeReadOnly(): void;
}

/**
 * Mounts a file system of so many MiB in memory; it goes away with the test. A machine that lets this
 * user mount nothing cannot run the test, and says so: a full disk cannot be played.
 */
export function mountSmallDisk(mebibytes: number): SmallDisk {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "holdpoint-disk-")));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", folder]);
  } catch (cause) {
    rmdirSync(folder);
    throw new Error("This test mounts a small disk: run it as root, as CI does.", { cause });
  }
  onTestFinished(() => {
    // Lazily: a process that is only just ending may still have a file there.
    execFileSync("umount", ["-l", folder]);
    rmdirSync(folder);
  });
  const filler = join(folder, "filler");
  return {
    folder,
    fill() {
      const file = openSync(filler, "a");
      try {
        for (let size = 1024 * 1024; size >= 1; size = Math.floor(size / 2)) {
          writeUntilFull(file, Buffer.alloc(size));
        }
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler),
    makeReadOnly: () => void execFileSync("mount", ["-o", "remount,ro", folder]),
  };
}

function writeUntilFull(file: number, bytes: Buffer): void {
  for (;;) {
    try {
      writeSync(file, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOSPC") return;
      throw error;
    }
  }
}

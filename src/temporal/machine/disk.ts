import { randomUUID } from "node:crypto";
import { access, constants, open, rm, statfs } from "node:fs/promises";
import { join } from "node:path";

/** Kept free for what is under way when new work is no longer taken: steps of plans, results, logs. */
export const KEPT_BACK_BYTES = 16 * 1024 * 1024;
const KEPT_BACK_FILES = 64;
const TRIAL = Buffer.alloc(64 * 1024);

/** By which the system says that a disk takes nothing more. */
export const REFUSALS: readonly (string | undefined)[] = ["ENOSPC", "EDQUOT", "EROFS"];

/** What a folder's disk can take now. */
export interface DiskState {
  /** Null when the folder cannot be looked at. */
  readonly free_bytes: number | null;
  /** Why it takes nothing new: the system's code; ENOSPC also when only what is kept back is left. */
  readonly refusal?: string;
}

export interface Disk {
  /**
   * Never rejects. With `write` it is tried out, which finds quotas, too; a refusal that was found so
   * lasts until a trial succeeds.
   */
  look(options?: { readonly write?: true }): Promise<DiskState>;
}

/** Watches the disk of a folder that exists. Looks at the same time share one. */
export function createDisk(folder: string, keptBack = KEPT_BACK_BYTES): Disk {
  let looking: Promise<DiskState> | undefined;
  let trying: Promise<string | undefined> | undefined;
  let refused: string | undefined;

  async function lookNow(): Promise<DiskState> {
    const [room, writing] = await Promise.allSettled([
      statfs(folder),
      access(folder, constants.W_OK),
    ]);
    if (room.status === "rejected") return { free_bytes: null, refusal: codeOf(room.reason) };
    const { bavail, bsize, files, ffree } = room.value;
    const free_bytes = bavail * bsize;
    if (writing.status === "rejected") return { free_bytes, refusal: codeOf(writing.reason) };
    // Some file systems count no files.
    const isFull = free_bytes < keptBack || (files > 0 && ffree < KEPT_BACK_FILES);
    if (isFull) return { free_bytes, refusal: "ENOSPC" };
    if (refused !== undefined) refused = await tryOut(folder);
    return { free_bytes, ...(refused !== undefined && { refusal: refused }) };
  }

  return {
    async look({ write = false } = {}) {
      if (write) {
        trying ??= tryOut(folder).finally(() => (trying = undefined));
        refused = await trying;
      }
      looking ??= lookNow().finally(() => (looking = undefined));
      return looking;
    },
  };
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? "EIO";

/** Whether the error, or what caused it, says that the disk takes nothing more: the system's code. */
export function diskRefusal(error: unknown): string | undefined {
  const code = systemCode(error);
  return REFUSALS.includes(code) ? code : undefined;
}

/** The code of the system's error that an error is, or was caused by. */
export function systemCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("errno" in cause && "code" in cause) return String(cause.code);
  }
  return undefined;
}

async function tryOut(folder: string): Promise<string | undefined> {
  const file = join(folder, `.trial-${randomUUID()}`);
  try {
    const handle = await open(file, "wx", 0o600);
    try {
      await handle.writeFile(TRIAL);
      // Where room is given out late, only now does it show.
      await handle.sync();
    } finally {
      await handle.close();
    }
    return undefined;
  } catch (error) {
    return diskRefusal(error);
  } finally {
    await rm(file, { force: true }).catch(() => undefined);
  }
}

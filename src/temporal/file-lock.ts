import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { identifyProcess, isSameProcessAlive } from "./process-info.ts";

const HolderSchema = z.object({ pid: z.int().positive(), started: z.string().optional() });
type Holder = z.output<typeof HolderSchema>;

export interface FileLockOptions {
  /** Called once when somebody else holds the lock, with that process's number if it is known. */
  readonly onWait?: (holder: number | undefined) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `work` while no other process (or caller in this one) on this machine holds the same lock.
 *
 * Promises: waits as long as the holder runs; a lock whose holder has died is taken over; the lock
 * is let go however `work` ends. The folder of `path` must exist. It says nothing about other
 * machines that share the folder.
 */
export async function withFileLock<T>(
  path: string,
  work: () => Promise<T>,
  options: FileLockOptions = {},
): Promise<T> {
  const content = JSON.stringify({ ...(await identifyProcess()), token: randomUUID() });
  for (let waits = 0; !(await take(path, content));) {
    const seen = await look(path);
    options.signal?.throwIfAborted();
    if (seen === undefined) continue;
    if (seen.abandoned) {
      await discard(path, seen.content, options.signal);
      continue;
    }
    if (waits === 0) options.onWait?.(seen.holder);
    const pause = Math.min(100, 5 * 2 ** waits);
    waits += 1;
    await delay(pause, undefined, { signal: options.signal }).catch(() => undefined);
    options.signal?.throwIfAborted();
  }
  try {
    options.signal?.throwIfAborted();
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** Links a written file into place, so that nobody ever reads a lock without its holder. */
async function take(path: string, content: string): Promise<boolean> {
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, content);
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

interface Seen {
  readonly content: string;
  readonly holder?: number;
  readonly abandoned: boolean;
}

async function look(path: string): Promise<Seen | undefined> {
  const content = await readIfThere(path);
  if (content === undefined) return undefined;
  const holder = parseHolder(content);
  // Locks appear whole: one that names nobody was torn by a crash of the machine.
  if (holder === undefined) return { content, abandoned: true };
  return { content, holder: holder.pid, abandoned: !(await isSameProcessAlive(holder)) };
}

/**
 * Removes a lock that was judged abandoned. Only who holds the lock's own takeover lock may do so:
 * otherwise a slow judge would remove the lock of whoever took it over meanwhile.
 */
async function discard(path: string, judged: string, signal?: AbortSignal): Promise<void> {
  const removeIfSame = async () => {
    if ((await readIfThere(path)) === judged) await rm(path, { force: true });
  };
  await withFileLock(`${path}.takeover`, removeIfSame, { signal });
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function parseHolder(content: string): Holder | undefined {
  try {
    return HolderSchema.parse(JSON.parse(content));
  } catch {
    return undefined;
  }
}

import { randomUUID } from "node:crypto";
import { link, open, readFile, rename, rm, stat } from "node:fs/promises";
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
  const content = JSON.stringify(await identifyProcess());
  for (let told = false; !(await take(path, content));) {
    const seen = await look(path);
    if (seen.abandoned) {
      await discard(path, seen.content);
      continue;
    }
    if (!told) options.onWait?.(seen.holder?.pid);
    told = true;
    await delay(100, undefined, { signal: options.signal }).catch(() => undefined);
    options.signal?.throwIfAborted();
  }
  try {
    options.signal?.throwIfAborted();
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

async function take(path: string, content: string): Promise<boolean> {
  try {
    const file = await open(path, "wx");
    await file.writeFile(content);
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

interface Seen {
  readonly content: string;
  readonly holder?: Holder | undefined;
  readonly abandoned: boolean;
}

async function look(path: string): Promise<Seen> {
  const content = await readFile(path, "utf8").catch(() => undefined);
  if (content === undefined) return { content: "", abandoned: false };
  const holder = parseHolder(content);
  if (holder !== undefined) {
    return { content, holder, abandoned: !(await isSameProcessAlive(holder)) };
  }
  // Created and not yet written, unless its writer died in that instant.
  const age = await stat(path).then(
    (info) => Date.now() - info.mtimeMs,
    () => 0,
  );
  return { content, abandoned: age > 10_000 };
}

/** Moves the abandoned lock away first: two takers cannot both move the same file. */
async function discard(path: string, judged: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, "utf8")) !== judged) {
    // Somebody was faster and this is their new lock: give it back.
    await link(aside, path).catch(() => undefined);
  }
  await rm(aside, { force: true });
}

function parseHolder(content: string): Holder | undefined {
  try {
    return HolderSchema.parse(JSON.parse(content));
  } catch {
    return undefined;
  }
}

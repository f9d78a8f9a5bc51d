import { rmdir, stat } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { lock } from "proper-lockfile";

/** A holder refreshes its lock five times in this; one that was killed holds it no longer. */
const STALE_MS = 5_000;

export interface FileLockOptions {
  /** Called once when somebody else holds the lock. */
  readonly onWait?: () => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs `work` while no other process (or caller in this one) on this machine holds the same lock.
 *
 * Promises: waits as long as the holder runs; a lock whose holder was killed is taken over after 5 s;
 * the lock is let go however `work` ends. The folder of `path` must exist.
 */
export async function withFileLock<T>(
  path: string,
  work: () => Promise<T>,
  options: FileLockOptions = {},
): Promise<T> {
  const release = await acquire(path, options);
  try {
    options.signal?.throwIfAborted();
    return await work();
  } finally {
    // A machine that slept may find that its lock was taken over meanwhile.
    await release().catch(() => undefined);
  }
}

async function acquire(path: string, { onWait, signal }: FileLockOptions) {
  let refreshed: number | undefined;
  let since = 0;
  for (let waits = 0; ; waits += 1) {
    signal?.throwIfAborted();
    try {
      return await lock(path, {
        lockfilePath: path,
        realpath: false,
        stale: STALE_MS,
        update: STALE_MS / 5,
        onCompromised: () => undefined,
      });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ELOCKED") throw error;
    }
    if (waits === 0) onWait?.();
    // By the clock that nobody can set: a lock of before the other one was set back would be fresh for as long.
    const held = await stat(path).catch(() => undefined);
    // What was let go meanwhile is not stale: removing it would remove the lock of whoever comes next.
    if (held === undefined || held.mtimeMs !== refreshed) {
      [refreshed, since] = [held?.mtimeMs, performance.now()];
    } else if (performance.now() - since > STALE_MS) await rmdir(path).catch(() => undefined);
    const pause = Math.min(100, 5 * 2 ** waits);
    await delay(pause, undefined, { signal }).catch(() => undefined);
  }
}

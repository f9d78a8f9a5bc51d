import { setTimeout as delay } from "node:timers/promises";
import type { PlanLists } from "../../gateway/lists/plan-lists.ts";
import { defer } from "./backoff.ts";
import { ListBoard, type ListNews } from "./live-list.ts";

const EVERY_MS = 1_000;
/** Where reading takes long, it may take no more than this part of the time. */
const SHARE = 1 / 4;

/** All plans as they change, read once for all who listen, and not at all while nobody does. */
export interface ListFeed {
  /** @throws Refusal when Temporal does not answer. */
  subscribe(): Promise<ListSubscription>;
}

export interface ListSubscription {
  /** The snapshot, then what has changed since, once something has; null when closed, or at the end. */
  next(): Promise<ListNews | null>;
  close(): void;
}

interface Reading {
  readonly board: ListBoard;
  /** The newest read that is over, or the first: whether it went well. */
  newest: Promise<unknown>;
  readonly over: AbortController;
  readers: number;
  /** What everybody waits for who knows all. */
  changed: ReturnType<typeof defer>;
}

/**
 * @param everyMs how often to read while somebody listens.
 * @param ending aborts when all subscriptions are to end.
 */
export function createListFeed(
  lists: Pick<PlanLists, "activePlans" | "newestEnd">,
  { everyMs = EVERY_MS, ending }: { readonly everyMs?: number; readonly ending?: AbortSignal } = {},
): ListFeed {
  let shared: Reading | undefined;

  return {
    async subscribe() {
      shared ??= begin();
      const reading = shared;
      reading.readers += 1;
      let seen: number | null = null;
      let isClosed = false;
      const close = (): void => {
        if (isClosed) return;
        isClosed = true;
        leave(reading);
      };
      try {
        await reading.newest;
      } catch (error) {
        close();
        throw error;
      }
      return {
        async next() {
          for (;;) {
            if (isClosed) return null;
            const { board, changed } = reading;
            const news = board.newsSince(seen);
            seen = board.round;
            if (news !== null) return news;
            if (ending?.aborted === true) return null;
            await changed.promise;
          }
        },
        close,
      };
    },
  };

  function begin(): Reading {
    const board = new ListBoard(lists);
    const over = new AbortController();
    const newest = board.read();
    const reading: Reading = { board, newest, over, readers: 0, changed: defer() };
    // Only while somebody listens: many apps may share what ends them.
    ending?.addEventListener("abort", () => wakeAll(reading), { once: true, signal: over.signal });
    void newest.then(
      () => keepReading(reading),
      () => undefined,
    );
    return reading;
  }

  async function keepReading(reading: Reading): Promise<void> {
    const { board, over } = reading;
    for (let took = 0; !over.signal.aborted;) {
      const pause = Math.max(everyMs, took / SHARE);
      await delay(pause, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
      if (over.signal.aborted) return;
      const began = performance.now();
      const read = board.read();
      // What cannot be read now is read the next time; who comes meanwhile is told.
      const isNews = await read.catch(() => false);
      reading.newest = read;
      took = performance.now() - began;
      if (isNews) wakeAll(reading);
    }
  }

  function leave(reading: Reading): void {
    reading.readers -= 1;
    wakeAll(reading);
    if (reading.readers > 0) return;
    reading.over.abort();
    if (shared === reading) shared = undefined;
  }
}

function wakeAll(reading: Reading): void {
  reading.changed.resolve();
  reading.changed = defer();
}

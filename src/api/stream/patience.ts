import { setTimeout as delay } from "node:timers/promises";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 3_000;

/** Waits, or less when the signal aborts; does not keep the process alive. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Growing pauses with some chance in them, so that many who wait do not come back together. */
export function createBackoff(): { wait(signal: AbortSignal): Promise<void>; reset(): void } {
  let next = FIRST_PAUSE_MS;
  return {
    wait(signal) {
      const milliseconds = next * (0.75 + Math.random() / 2);
      next = Math.min(next * 2, LONGEST_PAUSE_MS);
      return pause(milliseconds, signal);
    },
    reset() {
      next = FIRST_PAUSE_MS;
    },
  };
}

/**
 * Lets its caller go on once every `everyMs` milliseconds in the long run, and up to `burst` times
 * at once after a quiet while.
 */
export function createPace(everyMs: number, burst: number): (signal: AbortSignal) => Promise<void> {
  let booked = 0;
  return async function takeTurn(signal) {
    const now = performance.now();
    booked = Math.max(booked, now) + everyMs;
    const early = booked - everyMs * burst - now;
    if (early > 0) await pause(early, signal);
  };
}

export interface Deferred {
  readonly promise: Promise<void>;
  resolve(): void;
}

export function defer(): Deferred {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

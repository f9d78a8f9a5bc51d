import { setTimeout as delay } from "node:timers/promises";
import { pauseBefore } from "../../../contract/pause-before.ts";

/** Waits, or less when the signal aborts; does not keep the process alive. */
async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Pauses that grow until it is told that all is well. */
export function createBackoff(): { wait(signal: AbortSignal): Promise<void>; reset(): void } {
  let failures = 0;
  return {
    wait: (signal) => pause(pauseBefore(failures++), signal),
    reset() {
      failures = 0;
    },
  };
}

/** Turns, one in so many milliseconds. */
export interface Pace {
  /** Waits until there may be a turn, and takes it. */
  take(signal: AbortSignal): Promise<void>;
  /** Waits until there may be a turn. */
  quiet(signal: AbortSignal): Promise<void>;
}

/** The first turn is at once, as is any that comes so long after the one before. */
export function createPace(everyMs: number): Pace {
  let free = 0;
  const until = async (at: number, signal: AbortSignal): Promise<void> => {
    const early = at - performance.now();
    if (early > 0) await pause(early, signal);
  };
  return {
    take(signal) {
      const turn = Math.max(free, performance.now());
      free = turn + everyMs;
      return until(turn, signal);
    },
    quiet: (signal) => until(free, signal),
  };
}

export function defer(): { readonly promise: Promise<void>; resolve(): void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

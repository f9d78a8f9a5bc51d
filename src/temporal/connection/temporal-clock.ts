import type { ConnectionLike } from "@temporalio/client";
import { readClockSkew } from "./workers/task-queue-pollers.ts";

/** How long Temporal may take to show its clock; a start waits for it. */
const PATIENCE_MS = 500;
/** How far two clocks of this machine may come apart before one of them was set, or stood still while it slept. */
const STEP_MS = 1_000;
const READ_EVERY_MS = 15_000;

/** Temporal's time. Plans' deadlines are kept by it, so what is compared with them has to be, too. */
export interface TemporalClock {
  /** ISO 8601; by this machine's clock where Temporal does not show its own. */
  readonly now: () => string;
  readonly close: () => void;
}

/** This machine's time, where nobody has read Temporal's. */
export const ownTime = (): string => new Date().toISOString();

/**
 * Goes by Temporal's clock, whatever this machine's says and however it is set meanwhile: it counts on from the
 * last reading by a clock that nobody can set. The first reading is done when this resolves.
 */
export async function startTemporalClock(
  connection: ConnectionLike,
  namespace: string,
): Promise<TemporalClock> {
  /** Temporal's time when this process began. */
  let origin: number | undefined;
  let apart = ownClocksApart();
  let reading: Promise<void> | undefined;
  const read = (): Promise<void> => {
    reading ??= readOnce().finally(() => (reading = undefined));
    return reading;
  };
  await read();
  const timer = setInterval(() => void read(), READ_EVERY_MS).unref();
  return {
    now() {
      if (Math.abs(ownClocksApart() - apart) > STEP_MS) void read();
      const at = origin === undefined ? Date.now() : origin + performance.now();
      return new Date(at).toISOString();
    },
    close: () => clearInterval(timer),
  };

  async function readOnce(): Promise<void> {
    apart = ownClocksApart();
    const looked = readClockSkew(connection, namespace, PATIENCE_MS);
    const skew = await looked.catch(() => undefined);
    // What was read while the clock was set is half of each.
    if (skew === undefined || Math.abs(ownClocksApart() - apart) > STEP_MS) return;
    origin = ownClocksApart() + skew;
  }
}

/** When this process began, by the clock that can be set and the one that cannot. */
function ownClocksApart(): number {
  return Date.now() - performance.now();
}

/** How long an agent has worked: turns and calls count, waiting for people does not. */
export interface WorkClock {
  /** For how many it may work. */
  readonly seconds: number;
  leftMs(): number;
  /** Counts the time that something takes; what goes on side by side counts once. */
  during<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * @param worked where the time is kept, in milliseconds.
 * @param seconds for how many it may work, as it is now: people raise that.
 */
export function createWorkClock(worked: { worked_ms: number }, seconds: () => number): WorkClock {
  let active = 0;
  let since = 0;
  const leftMs = (): number => {
    const running = active === 0 ? 0 : Date.now() - since;
    return Math.max(0, seconds() * 1_000 - worked.worked_ms - running);
  };
  return {
    get seconds() {
      return seconds();
    },
    leftMs,
    async during(work) {
      if (active === 0) since = Date.now();
      active += 1;
      try {
        return await work();
      } finally {
        active -= 1;
        if (active === 0) worked.worked_ms += Date.now() - since;
      }
    },
  };
}

/** Runs work on a plan, in order of arrival, when there is room for it. */
export type ConcurrencyLimit = <Result>(
  planId: string,
  work: () => Promise<Result>,
) => Promise<Result>;

/** Lets at most `max` works per plan be under way at a time; plans do not wait for each other. */
export function createConcurrencyLimit(max: number): ConcurrencyLimit {
  const lanes = new Map<string, { busy: number; waiting: (() => void)[] }>();
  return async (planId, work) => {
    const lane = lanes.get(planId) ?? { busy: 0, waiting: [] };
    lanes.set(planId, lane);
    // Whoever is woken takes the place of the one that woke it.
    if (lane.busy >= max) await new Promise<void>((go) => lane.waiting.push(go));
    else lane.busy += 1;
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      if (next !== undefined) next();
      else if (--lane.busy === 0) lanes.delete(planId);
    }
  };
}

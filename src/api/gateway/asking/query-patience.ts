/**
 * Workers lose some of the queries that come while they replay an ended plan: one that is not answered
 * is asked again. No sooner than this, in milliseconds.
 */
const LEAST_MS = 500;
/** How many times as long as the answers of late. */
const FACTOR = 4;
/** How many answers the usual time is taken over, about. */
const ANSWERS = 8;

/** How long to wait for the answer to a query before it is asked once more. */
export interface QueryPatience {
  /** For the first attempt, in milliseconds. */
  first(): number;
  /** Told how long an answer took, all its attempts together, in milliseconds. */
  answered(ms: number): void;
}

/**
 * Waits as long as workers take at present, several times over. A busy worker answers every query in the
 * end: to ask it again sooner would be more work for it, and so make it slower still.
 */
export function createQueryPatience(): QueryPatience {
  let usual = 0;
  return {
    first: () => Math.max(LEAST_MS, FACTOR * usual),
    answered(ms) {
      usual += (ms - usual) / ANSWERS;
    },
  };
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 3_000;

/**
 * How many milliseconds to wait before a stream is tried again that has failed so often in a row
 * before: longer and longer, with some chance in it, so that many who wait do not come back together.
 */
export function pauseBefore(failures: number): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
  return pause * (0.75 + Math.random() / 2);
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 3_000;

/**
 * How many milliseconds to wait before something is tried again that has failed so often in a row
 * before: longer and longer, with some chance in it, so that many who wait do not come back together.
 * @param longestMs where it no longer grows; without it, as for a stream.
 */
export function pauseBefore(failures: number, longestMs = LONGEST_PAUSE_MS): number {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, longestMs);
  return pause * (0.75 + Math.random() / 2);
}

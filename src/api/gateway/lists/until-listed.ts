import { setTimeout as delay } from "node:timers/promises";

/** Temporal's lists follow what happens by about 0.2 s; on a busy machine by more. */
const AT_MOST_MS = 2_000;
const FIRST_PAUSE_MS = 25;

/**
 * Waits until Temporal's lists tell a change that is made, so that whoever made it finds it in the list that is
 * looked at next. Gives up after two seconds, and where nobody lists: the change is made, whatever they say.
 */
export async function untilListed(isListed: () => Promise<boolean>): Promise<void> {
  const done = new AbortController();
  const late = delay(AT_MOST_MS, true, { signal: done.signal }).catch(() => true);
  try {
    for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
      if (await Promise.race([isListed().catch(() => true), late])) return;
      await Promise.race([delay(pause), late]);
    }
  } finally {
    done.abort();
  }
}

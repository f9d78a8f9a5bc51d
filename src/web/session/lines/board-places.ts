import { passAbort } from "./pass-abort.ts";

/** The browser has six lines to a server for all of its tabs: these, one for lists, and two for what is asked. */
const PLACES = ["holdpoint.board-1", "holdpoint.board-2", "holdpoint.board-3"];
/** Who only looks at another tab for a moment comes back to what went on. */
const UNSEEN_MS = 5_000;

/**
 * Does something with one of the lines for boards, as long as somebody sees this page: as soon as there is one, and
 * again when the page is seen again, until it has been done or the signal ends it.
 */
export async function inBoardPlace(
  over: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!over.aborted) {
    const seen = createSeen(over);
    try {
      await seen.begins;
      const signal = AbortSignal.any([over, seen.ended]);
      await (isSecureContext ? inPlace(signal, work) : work(signal));
      if (!seen.ended.aborted) return;
    } finally {
      seen.leave();
    }
  }
}

/** Does it in the first place that becomes free. */
async function inPlace(
  over: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const found = new AbortController();
  const signal = AbortSignal.any([over, found.signal]);
  const wait = (place: string) =>
    navigator.locks
      .request(place, { signal }, async () => {
        if (found.signal.aborted) return;
        found.abort();
        await work(over);
      })
      .catch(passAbort);
  await Promise.all(PLACES.map(wait));
}

/** Once: from when the page is seen until it has not been for a while. */
function createSeen(over: AbortSignal) {
  const ended = new AbortController();
  const { promise: begins, resolve: begin } = Promise.withResolvers<void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasBegun = false;
  const look = (): void => {
    clearTimeout(timer);
    if (document.visibilityState === "visible") {
      hasBegun = true;
      begin();
    } else if (hasBegun) timer = setTimeout(() => ended.abort(), UNSEEN_MS);
  };
  const stop = (): void => begin();
  document.addEventListener("visibilitychange", look);
  over.addEventListener("abort", stop);
  look();
  return {
    begins,
    ended: ended.signal,
    leave() {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
      over.removeEventListener("abort", stop);
    },
  };
}

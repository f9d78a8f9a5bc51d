import type { Client } from "../../../client/client.ts";
import type { ListNews } from "../../../client/watch-lists.ts";
import { passAbort } from "./pass-abort.ts";

type Line = "open" | "lost";

/** What tabs say to each other. */
type Said =
  /** Is there a tab that listens? */
  | { readonly type: "asked" }
  | { readonly type: "line"; readonly line: Line | undefined }
  | { readonly type: "news"; readonly news: ListNews };

/** The lock of the one that listens, and the channel on which it tells the others. */
const NAME = "holdpoint.lists";
/** How often a tab that is seen makes sure that another one listens. */
const ASK_MS = 10_000;
/** A tab that listens answers sooner, if it runs at all. */
const PATIENCE_MS = 2_000;

const isSeen = (): boolean => document.visibilityState === "visible";

interface Told {
  readonly onNews: (news: ListNews) => void;
  readonly onLine: (line: Line) => void;
}

/**
 * Listens to all lists until the signal ends it, on one line for all tabs of this browser: it has six to a server. The
 * tab that listens tells the others. When it is closed another one takes its turn, and one that is seen takes it from
 * a tab that sleeps, or whose line broke.
 */
export async function shareLists(client: Client, signal: AbortSignal, told: Told): Promise<void> {
  // Pages of an address that is neither encrypted nor this machine's have no locks.
  if (!isSecureContext) return listen(client, signal, told);
  const tabs = new BroadcastChannel(NAME);
  let line: Line | undefined;
  let waiting: AbortController | null = null;
  let isTaking = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const say = (said: Said): void => tabs.postMessage(said);
  const noteLine = (now: Line | undefined): void => {
    if (now !== undefined && now !== line) told.onLine(now);
    line = now ?? line;
  };
  const endSilence = (): void => {
    clearTimeout(silence);
    silence = undefined;
  };
  const take = (): void => {
    endSilence();
    if (waiting === null) return;
    isTaking = true;
    waiting.abort();
  };
  const ask = (): void => {
    if (waiting === null || !isSeen()) return;
    say({ type: "asked" });
    silence ??= setTimeout(take, PATIENCE_MS);
  };
  tabs.onmessage = ({ data }: MessageEvent<Said>) => {
    const isListening = waiting === null;
    if (isListening && data.type === "asked") say({ type: "line", line });
    if (isListening || data.type === "asked") return;
    endSilence();
    if (data.type === "news") return told.onNews(data.news);
    // A tab that nobody sees is slow to mend it.
    if (data.line === "lost" && line !== "lost" && isSeen()) take();
    noteLine(data.line);
  };
  const shared = {
    onNews(news: ListNews) {
      told.onNews(news);
      say({ type: "news", news });
    },
    onLine(now: Line) {
      noteLine(now);
      say({ type: "line", line });
    },
  };
  const asking = setInterval(ask, ASK_MS);
  document.addEventListener("visibilitychange", ask);
  try {
    while (!signal.aborted) {
      const turn = new AbortController();
      waiting = new AbortController();
      const wish = isTaking
        ? { steal: true }
        : { signal: AbortSignal.any([signal, waiting.signal]) };
      const listening = navigator.locks.request(NAME, wish, () => {
        waiting = null;
        isTaking = false;
        // Else nothing would be asked after when it is taken from this tab.
        endSilence();
        return listen(client, AbortSignal.any([signal, turn.signal]), shared);
      });
      ask();
      // Another tab has taken it, or this one stops waiting.
      await listening.catch(passAbort);
      turn.abort();
    }
  } finally {
    clearInterval(asking);
    endSilence();
    document.removeEventListener("visibilitychange", ask);
    tabs.close();
  }
}

async function listen(client: Client, signal: AbortSignal, told: Told): Promise<void> {
  const { onNews, onLine: onConnection } = told;
  for await (const news of client.plans.watchAll({ signal, onConnection })) onNews(news);
}

import { setImmediate as turn } from "node:timers/promises";
import type { Board } from "../../../contract/plan/board.ts";
import type { PlanView } from "../../../contract/plan/plan.ts";
import { Refusal } from "../../../contract/problems/problem-error.ts";
import { STREAM_LIMITS } from "../../../contract/service/stream.ts";
import { HISTORY_START } from "../../gateway/asking/await-history.ts";
import { isGone, workerUnavailable } from "../../gateway/asking/temporal-refusal.ts";
import { createBackoff, defer } from "./backoff.ts";
import { createEventRing, type FeedEvent } from "./event-ring.ts";
import { followLog, type LogFollower } from "./follow-log.ts";
import type { PlanLog } from "./plan-log.ts";

/** How many events a new feed knows at once, so that a crowd that comes back costs no queries. */
const KNOWN_EVENTS = 250;
/** How many events a reader gets at once that is behind what is kept. */
const OLD_EVENTS = 250;
/** What is handed out between two looks at who is slow, and in one piece to each. */
const PIECE_BYTES = 64 * 1024;

export type FeedItem =
  | { readonly kind: "events"; readonly events: readonly FeedEvent[] }
  /** In place of events that cannot be had; those after its `seq` follow. */
  | { readonly kind: "snapshot"; readonly view: PlanView }
  | { readonly kind: "board"; readonly board: Board };

/** One reader's place in a plan's log. It costs nothing while its reader is busy. */
export interface Subscription {
  /**
   * What comes next, once it is there; null at the end: the plan has ended, or nobody reads any more.
   * To be called again only after it has answered.
   */
  next(): Promise<FeedItem | null>;
  /** The plan now; readers of one feed share the query. @throws Refusal when the plan is gone. */
  view(): Promise<PlanView>;
  /** Sequence number of the newest event that the feed knows. */
  readonly seq: number;
  /** Whether the plan has ended and this reader has read it all. */
  readonly over: boolean;
  close(): void;
}

export interface SubscribeOptions {
  /** Events after this sequence number; a snapshot first when null. */
  readonly after: number | null;
  /** Snapshots are boards. */
  readonly board?: boolean;
  /** Called once when the reader fell too far behind; the subscription is closed by then. */
  readonly onDrop: () => void;
}

/** What happens to one plan, read once for everybody who watches it. */
export interface PlanFeed {
  /** @param onClosed called once when the reader has left, or fell too far behind. */
  subscribe(options: SubscribeOptions, onClosed: () => void): Subscription;
  /** Ends every subscription and reads no more. */
  stop(): void;
}

interface Reader {
  after: number;
  /** It gets a snapshot next. */
  fresh: boolean;
  /** It has reached what is kept; until then it reads old events at its own pace. */
  live: boolean;
  closed: boolean;
  readonly board: boolean;
  readonly onDrop: () => void;
  readonly onClosed: () => void;
}

/**
 * Starts to follow a plan.
 * @param onEnd told that the plan has ended: who comes later may find that it goes on, in a feed of their own.
 * @throws Refusal when it is not there, or nobody answers for it.
 */
export async function openPlanFeed(
  log: PlanLog,
  onError: (error: unknown) => void,
  onEnd: () => void,
): Promise<PlanFeed> {
  const ring = createEventRing(STREAM_LIMITS.backlog_bytes);
  const readers = new Set<Reader>();
  const stopping = new AbortController();
  let ended = false;
  let changed = defer();
  let follower: LogFollower | undefined;
  const sharedView = shared(() => log.view());
  const sharedBoard = shared(() => log.board());

  const handlers = { seq: () => ring.seq, append, startOver, end, onError };
  // Whatever happens after this place is told by a long-poll from there, also what the query knows.
  const { place } = await log.awaitHistory(HISTORY_START, stopping.signal);
  const known = await log.newest(KNOWN_EVENTS);
  ring.restart((known.events[0]?.event.seq ?? known.seq + 1) - 1);
  await append(known.events);
  if (!ended) follower = followLog(log, place, handlers);

  return {
    subscribe({ after, board = false, onDrop }, onClosed) {
      const reader: Reader = {
        after: after ?? 0,
        fresh: after === null,
        live: false,
        closed: stopping.signal.aborted,
        board,
        onDrop,
        onClosed,
      };
      readers.add(reader);
      return {
        next: () => nextOf(reader).catch(() => null),
        view: sharedView,
        get seq() {
          return ring.seq;
        },
        get over() {
          return ended && !reader.fresh && reader.after === ring.seq;
        },
        close: () => leave(reader),
      };
    },
    stop() {
      for (const reader of readers) reader.closed = true;
      readers.clear();
      stopping.abort();
      follower?.stop();
      tell();
    },
  };

  async function nextOf(reader: Reader): Promise<FeedItem | null> {
    while (!reader.closed) {
      if (reader.after > ring.seq) await follower?.refresh();
      // Nothing of this plan has that number: the reader knows another past.
      if (reader.after > ring.seq) reader.fresh = true;
      if (reader.fresh) {
        const item: FeedItem = reader.board
          ? { kind: "board", board: await sharedBoard() }
          : { kind: "snapshot", view: await sharedView() };
        reader.fresh = false;
        reader.live = false;
        const { seq } = item.kind === "board" ? item.board.plan : item.view;
        // An ended plan has no later events; what it was told while this answer was on its way follows.
        reader.after = ended ? Math.min(seq, ring.seq) : seq;
        return reader.closed ? null : item;
      }
      if (reader.after < ring.floor) {
        reader.live = false;
        const { events } = await untilAnswered(() => log.after(reader.after, OLD_EVENTS));
        if (events[0]?.event.seq !== reader.after + 1) reader.fresh = true;
        else if (!reader.closed) return eventsFor(reader, events);
        continue;
      }
      reader.live = true;
      const events = ring.after(reader.after, PIECE_BYTES);
      if (events.length > 0) return eventsFor(reader, events);
      if (ended) return null;
      await changed.promise;
    }
    return null;
  }

  function eventsFor(reader: Reader, events: readonly FeedEvent[]): FeedItem {
    reader.after = events.at(-1)!.event.seq;
    return { kind: "events", events };
  }

  /** The same answer for all who ask before the next event. */
  function shared<View>(ask: () => Promise<View>): () => Promise<View> {
    let newest: { readonly seq: number; readonly view: Promise<View> } | undefined;
    return () => {
      if (newest?.seq === ring.seq) return newest.view;
      const asked = { seq: ring.seq, view: untilAnswered(ask) };
      newest = asked;
      asked.view.catch(() => {
        if (newest === asked) newest = undefined;
      });
      return asked.view;
    };
  }

  async function append(events: readonly FeedEvent[]): Promise<void> {
    let piece: FeedEvent[] = [];
    let bytes = 0;
    for (const [place, event] of events.entries()) {
      piece.push(event);
      bytes += event.bytes;
      if (bytes < PIECE_BYTES && place < events.length - 1) continue;
      const floor = ring.floor;
      ring.append(piece);
      dropSlow(floor);
      // The newest event has the plan's head: what an ended plan is told later leaves it ended.
      if (event.rows?.head?.plan.completed_at != null) return end();
      tell();
      // Those who keep up take their piece now.
      await turn();
      piece = [];
      bytes = 0;
    }
  }

  function startOver(seq: number): void {
    ring.restart(seq);
    for (const reader of readers) reader.fresh ||= reader.live;
    tell();
  }

  /** A single piece may be more than what is kept: a reader is slow that has not even reached what was kept before. */
  function dropSlow(floor: number): void {
    for (const reader of readers) {
      if (!reader.live || reader.fresh || reader.after >= floor) continue;
      leave(reader);
      reader.onDrop();
    }
  }

  function leave(reader: Reader): void {
    reader.closed = true;
    if (!readers.delete(reader)) return;
    reader.onClosed();
    tell();
  }

  function tell(): void {
    changed.resolve();
    changed = defer();
  }

  function end(): void {
    ended = true;
    onEnd();
    follower?.stop();
    tell();
  }

  /** The answer, however long it takes; only that the plan is gone, or nobody waits, is an error. */
  async function untilAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const backoff = createBackoff();
    for (;;) {
      try {
        return await unlessAborted(ask(), stopping.signal);
      } catch (error) {
        if (isGone(error) || stopping.signal.aborted) throw error;
        if (!(error instanceof Refusal)) onError(error);
        await backoff.wait(stopping.signal);
      }
    }
  }
}

/** The answer, or a refusal as soon as nobody waits for it any more: it may take seconds. */
async function unlessAborted<Answer>(asked: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  let stop = (): void => undefined;
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(workerUnavailable());
  });
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([asked, stopped]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

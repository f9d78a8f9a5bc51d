import type { EventList } from "../../contract/plan/event.ts";
import { isWanted } from "../../contract/service/stream.ts";
import { readEvents, type LogSource, type WantedEvents } from "../log/read-events.ts";
import { LATE, within } from "./byte-stream.ts";
import type { FeedItem } from "./feed/plan-feed.ts";
import type { PlanFeeds } from "./feed/plan-feeds.ts";

export interface Wait {
  readonly waitMs: number;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
}

export interface LongPoll extends WantedEvents, Wait {}

/**
 * The events after a sequence number as soon as there are any; none when the time is over, the plan
 * has ended, or it has no such number. `seq` is how far the log was read, and not the newest event while
 * more is unread: whoever goes on after it misses nothing.
 * @throws Refusal when the plan is not there, or nobody answers for it; the store's error when a part of the log is lost.
 */
export async function untilEvents(
  { feeds, ...log }: LogSource & { readonly feeds: PlanFeeds },
  planId: string,
  { waitMs, signal, ...wanted }: LongPoll,
): Promise<EventList> {
  const { after, limit, ...wish } = wanted;
  let seq = after;
  for await (const item of itemsWithin(feeds, planId, after, { waitMs, signal })) {
    // A state in the place of events: the log itself says whether they are lost.
    if (item.kind !== "events") {
      const { events, seq: newest } = await readEvents(log, planId, wanted);
      return { events, seq: (events.length < limit ? undefined : events.at(-1)?.seq) ?? newest };
    }
    seq = item.events.at(-1)!.event.seq;
    const events = item.events.map(({ event }) => event).filter((event) => isWanted(event, wish));
    if (events.length === 0) continue;
    const page = events.slice(0, limit);
    return { events: page, seq: page.length < events.length ? page.at(-1)!.seq : seq };
  }
  return { events: [], seq };
}

/** What a feed tells after a sequence number, until the time is over, the plan has ended, or the caller has gone. */
export async function* itemsWithin(
  feeds: PlanFeeds,
  planId: string,
  after: number,
  { waitMs, signal }: Wait,
): AsyncGenerator<FeedItem, void> {
  const subscription = await feeds.subscribe(planId, { after, onDrop: () => undefined });
  const gone = (): void => subscription.close();
  signal.addEventListener("abort", gone, { once: true });
  const deadline = performance.now() + waitMs;
  try {
    for (;;) {
      const item = await within(subscription.next(), Math.max(0, deadline - performance.now()));
      if (item === null || item === LATE) return;
      yield item;
    }
  } finally {
    signal.removeEventListener("abort", gone);
    subscription.close();
  }
}

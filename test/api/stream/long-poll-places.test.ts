import { expect, onTestFinished, test } from "vitest";
import { HISTORY_START } from "../../../src/api/gateway/asking/await-history.ts";
import { defer } from "../../../src/api/stream/feed/backoff.ts";
import { toFeedEvent } from "../../../src/api/stream/feed/event-ring.ts";
import { openPlanFeed } from "../../../src/api/stream/feed/plan-feed.ts";
import type { PlanLog } from "../../../src/api/stream/feed/plan-log.ts";
import { untilEvents } from "../../../src/api/stream/long-poll.ts";
import type { LoggedEvent } from "../../../src/contract/plan/event.ts";

const COUNT = 102;
/** More than what a reader is handed in one piece, with a hold at each end. */
const events = Array.from({ length: COUNT }, (_, place): LoggedEvent => {
  const fields = { seq: place + 1, at: "2026-11-01T00:00:00Z", by: "holdpoint" };
  return place === 0 || place === COUNT - 1
    ? { ...fields, type: "hold.requested", hold_id: `h${place}` }
    : { ...fields, type: "todo.started", todo_id: "t", data: { text: "x".repeat(1_500) } };
});

/** Reads this log as a client does that only wants holds; `known` are the events that a feed begins with. */
async function readHolds(known: number, untilRead: Promise<void> = Promise.resolve()) {
  const log: PlanLog = {
    async after(after, limit) {
      await untilRead;
      return {
        events: events.slice(after, after + limit).map((event) => toFeedEvent(event)),
        seq: COUNT,
      };
    },
    newest: async () => ({
      events: events.slice(COUNT - known).map((event) => toFeedEvent(event)),
      seq: COUNT,
    }),
    view: () => Promise.reject(new Error("Nobody asks for a snapshot.")),
    board: () => Promise.reject(new Error("Nobody asks for a board.")),
    awaitHistory: (place, signal) =>
      place === HISTORY_START
        ? Promise.resolve({
            place: { runId: "run", token: new Uint8Array() },
            told: true,
            moved: false,
            closed: false,
          })
        : new Promise((_, reject) => {
            signal.addEventListener("abort", () => reject(new Error("Nobody reads any more.")));
          }),
  };
  const feed = await openPlanFeed(
    log,
    (error) => expect.unreachable(String(error)),
    () => undefined,
  );
  onTestFinished(() => feed.stop());
  const unused = () => Promise.reject(new Error("The log itself is not asked."));
  const source = {
    plans: { query: unused },
    artifacts: { get: unused, put: unused } as never,
    feeds: {
      subscribe: async (_: string, wish: Parameters<typeof feed.subscribe>[0]) =>
        feed.subscribe(wish, () => undefined),
      close: () => undefined,
      ending: new AbortController().signal,
    },
  };
  return (after: number, waitMs: number, limit = 200) =>
    untilEvents(source, "p", {
      after,
      limit,
      types: ["hold"],
      waitMs,
      signal: new AbortController().signal,
    });
}

test.each([200, 1])(
  "who goes on after `seq` hears of every hold, however much is between them and with pages of %i",
  async (limit) => {
    const page = await readHolds(COUNT);
    const heard: number[] = [];
    for (let after = 0; after < COUNT;) {
      const { events: found, seq } = await page(after, 30_000, limit);
      heard.push(...found.map((event) => event.seq));
      after = seq;
    }
    expect(heard).toEqual([1, COUNT]);
  },
);

test("whose time is over before old events were read, goes on where they begin", async () => {
  const read = defer();
  const page = await readHolds(1, read.promise);
  expect(await page(0, 0)).toEqual({ events: [], seq: 0 });
  read.resolve();
  expect((await page(0, 30_000)).events.map(({ seq }) => seq)).toEqual([1, COUNT]);
});

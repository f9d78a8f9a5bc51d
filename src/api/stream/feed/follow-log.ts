import { Refusal } from "../../../contract/problems/problem-error.ts";
import { HISTORY_START, type HistoryPlace } from "../../gateway/asking/await-history.ts";
import { isGone } from "../../gateway/asking/temporal-refusal.ts";
import { createBackoff, createPace, defer } from "./backoff.ts";
import type { FeedEvent } from "./event-ring.ts";
import type { PlanLog } from "./plan-log.ts";

/**
 * A query is work for the plan's worker, and a long-poll for Temporal, between two todos of the plan.
 * So what happens within this time of the last look is one batch; after a quiet while it is at once.
 */
const LOOK_EVERY_MS = 200;
/** How many events a query asks for. */
const PAGE_EVENTS = 1_000;
/** A long-poll that tells nothing sooner than this was no long-poll. */
const QUICK_MS = 100;

export interface LogFollower {
  /** Reads what is new, together with everybody who wants that now; resolves when it was handed on. */
  refresh(): Promise<void>;
  stop(): void;
}

export interface LogHandlers {
  /** Sequence number after which events are new. */
  readonly seq: () => number;
  /** Takes the events that follow `seq`, in order and without gaps. */
  readonly append: (events: readonly FeedEvent[]) => Promise<void>;
  /** What follows `seq` is lost, or the log went back (a reset in Temporal); it goes on after this. */
  readonly startOver: (seq: number) => void;
  /** Nothing follows any more. */
  readonly end: () => void;
  /** Told what nobody expected; following goes on. */
  readonly onError: (error: unknown) => void;
}

/** Hands on what is new in the log now. @throws Refusal when nobody answers for the plan. */
async function readNew(
  log: PlanLog,
  { seq, append, startOver }: Pick<LogHandlers, "seq" | "append" | "startOver">,
  beforeQuery: () => Promise<void>,
): Promise<void> {
  for (;;) {
    await beforeQuery();
    const page = await log.after(seq(), PAGE_EVENTS);
    if (page.seq === seq()) return;
    if (page.events[0]?.event.seq !== seq() + 1) return startOver(page.seq);
    await append(page.events);
    if (seq() >= page.seq) return;
  }
}

/**
 * Follows a plan's log until it ends or `stop`: one history long-poll says when to look, one query
 * reads what is new. Goes on, with pauses, when workers or Temporal are away.
 * @param known up to where the history was read before the log was.
 */
export function followLog(log: PlanLog, known: HistoryPlace, handlers: LogHandlers): LogFollower {
  const { end, onError } = handlers;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pace = createPace(LOOK_EVERY_MS);
  let wanted = defer();
  let served = defer();

  const stop = (): void => {
    stopping.abort();
    wanted.resolve();
    served.resolve();
  };
  void keepReading();
  void keepWatching();
  return { refresh, stop };

  function refresh(): Promise<void> {
    wanted.resolve();
    return served.promise;
  }

  async function keepReading(): Promise<void> {
    for (;;) {
      await wanted.promise;
      if (signal.aborted) return;
      wanted = defer();
      const done = served;
      served = defer();
      await readUntilAnswered();
      done.resolve();
    }
  }

  async function readUntilAnswered(): Promise<void> {
    const backoff = createBackoff();
    while (!signal.aborted) {
      try {
        return await readNew(log, handlers, () => pace.take(signal));
      } catch (error) {
        if (isGone(error)) return finish();
        if (!(error instanceof Refusal)) onError(error);
        await backoff.wait(signal);
      }
    }
  }

  async function keepWatching(): Promise<void> {
    const backoff = createBackoff();
    let place = known;
    while (!signal.aborted) {
      const begun = performance.now();
      try {
        const news = await log.awaitHistory(place, signal);
        place = news.place;
        if (news.moved) await refresh();
        if (news.closed) return finish();
        if (news.told) backoff.reset();
        // Whatever happens before the next query is allowed, is told together then.
        if (news.moved) await pace.quiet(signal);
        else if (performance.now() - begun < QUICK_MS) await backoff.wait(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof Refusal)) onError(error);
        // Whatever Temporal forgot: from the start, and with a look at what was missed.
        place = HISTORY_START;
        await backoff.wait(signal);
        void refresh();
      }
    }
  }

  function finish(): void {
    if (signal.aborted) return;
    stop();
    end();
  }
}

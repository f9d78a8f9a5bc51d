import type { LoggedEvent } from "../../contract/event.ts";
import { Refused } from "../refused.ts";
import { HISTORY_START } from "./await-history.ts";
import { createBackoff, createPace, defer } from "./patience.ts";
import type { PlanLog } from "./plan-log.ts";

/** In the long run a watched plan is queried once in so many milliseconds, after a burst of 4. */
const QUERY_EVERY_MS = 50;
const QUERY_BURST = 4;
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
  readonly append: (events: readonly LoggedEvent[]) => Promise<void>;
  /** What follows `seq` is lost, or the log went back (a reset in Temporal); it goes on after this. */
  readonly startOver: (seq: number) => void;
  /** Nothing follows any more. */
  readonly end: () => void;
  /** Told what nobody expected; following goes on. */
  readonly onError: (error: unknown) => void;
}

/** Hands on what is new in the log now. @throws Refused when nobody answers for the plan. */
export async function readNew(
  log: PlanLog,
  { seq, append, startOver }: Pick<LogHandlers, "seq" | "append" | "startOver">,
  beforeQuery: () => Promise<void> = async () => undefined,
): Promise<void> {
  for (;;) {
    await beforeQuery();
    const page = await log.after(seq(), PAGE_EVENTS);
    if (page.seq === seq()) return;
    if (page.events[0]?.seq !== seq() + 1) return startOver(page.seq);
    await append(page.events);
    if (seq() >= page.seq) return;
  }
}

/**
 * Follows a plan's log until it ends or `stop`: one history long-poll says when to look, one query
 * reads what is new. Goes on, with pauses, when workers or Temporal are away.
 */
export function followLog(log: PlanLog, handlers: LogHandlers): LogFollower {
  const { end, onError } = handlers;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pace = createPace(QUERY_EVERY_MS, QUERY_BURST);
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
        return await readNew(log, handlers, () => pace(signal));
      } catch (error) {
        if (isGone(error)) return finish();
        if (!(error instanceof Refused)) onError(error);
        await backoff.wait(signal);
      }
    }
  }

  async function keepWatching(): Promise<void> {
    const backoff = createBackoff();
    let place = HISTORY_START;
    while (!signal.aborted) {
      const begun = performance.now();
      try {
        const news = await log.awaitHistory(place, signal);
        place = news.place;
        if (news.moved) await refresh();
        if (news.closed) return finish();
        if (news.told) backoff.reset();
        else if (performance.now() - begun < QUICK_MS) await backoff.wait(signal);
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof Refused)) onError(error);
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

/** Whether there is no such plan any more. */
export function isGone(error: unknown): boolean {
  return error instanceof Refused && error.problem.code === "plan_not_found";
}

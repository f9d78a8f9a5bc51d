import {
  openPlanFeed,
  type PlanFeed,
  type SubscribeOptions,
  type Subscription,
} from "./plan-feed.ts";
import { createPlanLog, type LogDeps } from "./plan-log.ts";

/** How long a plan is still watched after its last reader left: long-polls come back at once. */
const LINGER_MS = 5_000;

/** The plans that this process watches, each once, however many readers it has. */
export interface PlanFeeds {
  /** @throws Refusal when the plan is not there, or nobody answers for it. */
  subscribe(planId: string, options: SubscribeOptions): Promise<Subscription>;
  /** Ends every stream in good order; later subscribers find theirs ended. */
  close(): void;
  /** Aborts when the streams end, those of other feeds, too. */
  readonly ending: AbortSignal;
}

export interface FeedsOptions {
  readonly lingerMs?: number;
}

interface Watched {
  readonly feed: Promise<PlanFeed>;
  readers: number;
  leaving: NodeJS.Timeout | undefined;
}

export function createPlanFeeds(
  deps: LogDeps,
  { lingerMs = LINGER_MS }: FeedsOptions = {},
): PlanFeeds {
  const watched = new Map<string, Watched>();
  const ending = new AbortController();

  return {
    async subscribe(planId, wish) {
      const plan = watched.get(planId) ?? watch(planId);
      clearTimeout(plan.leaving);
      plan.readers += 1;
      try {
        const feed = await plan.feed;
        if (ending.signal.aborted) feed.stop();
        return feed.subscribe(wish, () => leave(planId, plan));
      } catch (error) {
        forget(planId, plan);
        throw error;
      }
    },
    close() {
      ending.abort();
      for (const [planId, plan] of watched) {
        clearTimeout(plan.leaving);
        stop(planId, plan);
      }
    },
    ending: ending.signal,
  };

  function watch(planId: string): Watched {
    const onEnd = (): void => forget(planId, plan);
    const feed = openPlanFeed(createPlanLog(deps, planId), deps.onError, onEnd);
    const plan: Watched = { feed, readers: 0, leaving: undefined };
    watched.set(planId, plan);
    return plan;
  }

  function leave(planId: string, plan: Watched): void {
    plan.readers -= 1;
    if (plan.readers > 0 || ending.signal.aborted) return;
    if (lingerMs === 0) stop(planId, plan);
    else plan.leaving = setTimeout(() => stop(planId, plan), lingerMs).unref();
  }

  function stop(planId: string, plan: Watched): void {
    forget(planId, plan);
    // One that never opened has told its subscriber why.
    void plan.feed.then(
      (feed) => feed.stop(),
      () => undefined,
    );
  }

  function forget(planId: string, plan: Watched): void {
    if (watched.get(planId) === plan) watched.delete(planId);
  }
}

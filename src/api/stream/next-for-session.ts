import type { SessionLook } from "../../plan/views/view-session.ts";
import { sessionQuery } from "../../workflows/wire/messages.ts";
import type { PlanGateway } from "../gateway/plan-gateway.ts";
import { LATE, within } from "./byte-stream.ts";
import type { PlanFeeds } from "./feed/plan-feeds.ts";

interface Wait {
  readonly waitMs: number;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
}

/**
 * A session as soon as there is something for it to do, or as it is when the time is over or the plan
 * has ended; null when there is no such session, or it was deleted meanwhile.
 * @throws Refusal when the plan is not there, or nobody answers for it.
 */
export async function untilNext(
  { plans, feeds }: { readonly plans: PlanGateway; readonly feeds: PlanFeeds },
  { planId, sessionId }: { readonly planId: string; readonly sessionId: string },
  { waitMs, signal }: Wait,
): Promise<SessionLook | null> {
  const deadline = performance.now() + waitMs;
  const look = () => plans.query(planId, sessionQuery, { session_id: sessionId });
  let found = await look();
  if (found === null || hasNews(found) || waitMs === 0) return found;
  // What happened after the look is the first that is heard.
  const wish = { after: found.seq, onDrop: () => undefined };
  const subscription = await feeds.subscribe(planId, wish);
  const gone = (): void => subscription.close();
  signal.addEventListener("abort", gone, { once: true });
  try {
    for (;;) {
      const item = await within(subscription.next(), Math.max(0, deadline - performance.now()));
      if (item === null || item === LATE) return found;
      found = await look();
      if (found === null || hasNews(found)) return found;
    }
  } finally {
    signal.removeEventListener("abort", gone);
    subscription.close();
  }
}

function hasNews({ session, offered }: SessionLook): boolean {
  return session.prompt !== null || offered.length > 0;
}

import type { SessionLook } from "../../plan/views/view-session.ts";
import { sessionQuery } from "../../workflows/wire/messages.ts";
import type { PlanGateway } from "../gateway/plan-gateway.ts";
import type { PlanFeeds } from "./feed/plan-feeds.ts";
import { itemsWithin, type Wait } from "./long-poll.ts";

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
  const left = { waitMs: deadline - performance.now(), signal };
  const news = itemsWithin(feeds, planId, found.seq, left);
  try {
    while (found !== null && !hasNews(found) && (await news.next()).done !== true) {
      found = await look();
    }
    return found;
  } finally {
    await news.return();
  }
}

function hasNews({ session, offered }: SessionLook): boolean {
  return session.prompt !== null || offered.length > 0;
}

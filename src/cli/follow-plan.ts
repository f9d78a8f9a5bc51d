import { setTimeout as sleep } from "node:timers/promises";
import { unwrap, type Client } from "../client/client.ts";
import type { LoggedEvent } from "../contract/event.ts";

const EVERY_MS = 250;
const LAST_EVENTS = new Set<LoggedEvent["type"]>([
  "plan.completed",
  "plan.failed",
  "plan.cancelled",
]);

/**
 * The plan's events from the first on, as they happen, up to its end. An API that does not answer
 * for a while, as when Temporal is started again, is asked again.
 */
export async function* followPlan(
  client: Client,
  planId: string,
  signal: AbortSignal,
): AsyncGenerator<LoggedEvent> {
  let after = 0;
  while (!signal.aborted) {
    const page = await unwrap<{ events: LoggedEvent[]; seq: number }>(
      client.v1.plans[":plan_id"].events.$get({
        param: { plan_id: planId },
        query: { after: String(after) },
      }),
    ).catch((error: unknown) => {
      if (isPassing(error)) return { events: [], seq: after };
      throw error;
    });
    for (const event of page.events) {
      after = event.seq;
      yield event;
      if (LAST_EVENTS.has(event.type)) return;
    }
    if (page.events.length === 0)
      await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

function isPassing(error: unknown): boolean {
  const { status } = error as { status?: number };
  return status === undefined ? error instanceof TypeError : status >= 500;
}

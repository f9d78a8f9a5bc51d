import { setTimeout as sleep } from "node:timers/promises";
import { ProblemError, unwrap, type Client } from "../client/client.ts";
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
    const page = await whenAnswered(signal, () =>
      unwrap<{ events: LoggedEvent[]; seq: number }>(
        client.v1.plans[":plan_id"].events.$get({
          param: { plan_id: planId },
          query: { after: String(after) },
        }),
      ),
    );
    if (page === undefined) return;
    for (const event of page.events) {
      after = event.seq;
      yield event;
      if (LAST_EVENTS.has(event.type)) return;
    }
    if (page.events.length === 0)
      await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * The answer of a request that is repeated while the API cannot give one; undefined when `signal`
 * ended the wait. The request must be one that may arrive twice.
 */
export async function whenAnswered<Answer>(
  signal: AbortSignal,
  request: () => Promise<Answer>,
): Promise<Answer | undefined> {
  while (!signal.aborted) {
    try {
      return await request();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

function isPassing(error: unknown): boolean {
  return error instanceof ProblemError
    ? [429, 503].includes(error.status)
    : error instanceof TypeError;
}

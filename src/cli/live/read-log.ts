import type { LoggedEvent } from "../../contract/plan/event.ts";
import type { PlanView } from "../../contract/plan/plan.ts";
import type { Session } from "../session/session.ts";

/** What has happened to a plan since an event, up to what it was read at. */
export async function readLog(
  session: Session,
  plan: Pick<PlanView, "id" | "seq">,
  from = 0,
): Promise<LoggedEvent[]> {
  const log: LoggedEvent[] = [];
  for (let after = from; ;) {
    const { events } = await session.client.plans.events(plan.id, { after, limit: 1_000 });
    log.push(...events);
    const newest = events.at(-1)?.seq;
    if (newest === undefined || newest >= plan.seq) return log;
    after = newest;
  }
}

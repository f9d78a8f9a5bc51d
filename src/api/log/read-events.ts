import type { EventList, LoggedEvent } from "../../contract/plan/event.ts";
import { isWanted, type EventWish } from "../../contract/service/stream.ts";
import { readJson, type ArtifactStore } from "../../temporal/connection/payloads/artifact-store.ts";
import { eventsQuery, type EventPage } from "../../workflows/wire/messages.ts";
import type { PlanGateway } from "../gateway/plan-gateway.ts";

export interface WantedEvents extends EventWish {
  /** Events after this sequence number. */
  readonly after: number;
  readonly limit: number;
}

/** Where a log is: its end in the plan, what is older in the store. */
export interface LogSource {
  readonly plans: Pick<PlanGateway, "query">;
  readonly artifacts: ArtifactStore;
}

const PAGE = 1_000;

/**
 * The wanted events of a plan's log, oldest first, as many as `limit`. With fewer, there are no more
 * of them up to `seq`.
 */
export async function readEvents(
  { plans, artifacts }: LogSource,
  planId: string,
  { after, limit, ...wish }: WantedEvents,
): Promise<EventList> {
  const events: LoggedEvent[] = [];
  // Of a filtered log, more has to be read than is answered.
  const isWhole = wish.types === undefined && wish.todo_id === undefined;
  const pageSize = isWhole ? limit : PAGE;
  for (let from = after; ;) {
    const page = await plans.query(planId, eventsQuery, { after: from, limit: pageSize });
    const read = await joinArchive(page, from, pageSize, artifacts);
    events.push(...read.filter((event) => isWanted(event, wish)));
    from = read.at(-1)?.seq ?? page.seq;
    if (isWhole || events.length >= limit || from >= page.seq) {
      return { events: events.slice(0, limit), seq: page.seq };
    }
  }
}

/** The events after a sequence number, oldest first, wherever they are kept by now. */
export async function joinArchive(
  page: EventPage,
  after: number,
  limit: number,
  artifacts: ArtifactStore,
): Promise<LoggedEvent[]> {
  const events: LoggedEvent[] = [];
  for (const { artifact } of page.archive) {
    if (events.length >= limit) break;
    const part = await readJson<{ events: LoggedEvent[] }>(artifacts, artifact);
    events.push(...part.events.filter(({ seq }) => seq > after));
  }
  return [...events, ...page.events].slice(0, limit);
}

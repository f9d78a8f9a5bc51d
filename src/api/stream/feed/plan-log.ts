import type { Board } from "../../../contract/plan/board.ts";
import type { LoggedEvent } from "../../../contract/plan/event.ts";
import type { PlanView } from "../../../contract/plan/plan.ts";
import type { ArtifactStore } from "../../../temporal/connection/payloads/artifact-store.ts";
import type { Answers } from "../../../workflows/wire/answers.ts";
import {
  boardQuery,
  eventsQuery,
  planQuery,
  type EventPage,
  type EventsWanted,
} from "../../../workflows/wire/messages.ts";
import type { HistoryNews, HistoryPlace } from "../../gateway/asking/await-history.ts";
import type { PlanGateway } from "../../gateway/plan-gateway.ts";
import { joinArchive } from "../../log/read-events.ts";
import { toFeedEvent, type FeedEvent } from "./event-ring.ts";

const FIRST_TODOS = 200;

/** One plan's log and state, as a feed reads them. */
export interface PlanLog {
  /** Events after a sequence number, and the newest one's. Fewer or none where they are lost. */
  after(seq: number, limit: number): Promise<{ events: FeedEvent[]; seq: number }>;
  /** The newest events, at most so many. */
  newest(limit: number): Promise<{ events: FeedEvent[]; seq: number }>;
  /** The plan with the first page of its todos. */
  view(): Promise<PlanView>;
  board(): Promise<Board>;
  awaitHistory(place: HistoryPlace, signal: AbortSignal): Promise<HistoryNews>;
}

export interface LogDeps {
  readonly plans: Pick<PlanGateway, "query" | "awaitHistory" | "liveProgress">;
  readonly artifacts: ArtifactStore;
  /** Told what nobody expected; the feed goes on. */
  readonly onError: (error: unknown) => void;
}

export function createPlanLog({ plans, artifacts, onError }: LogDeps, planId: string): PlanLog {
  /** Once its end has told it, nobody needs to be asked any more. */
  let ended: Answers | undefined;

  return {
    async after(after, limit) {
      const page = await readEvents({ after, limit, rows: true });
      return eventsOf(page, after, limit);
    },
    async newest(last) {
      const page = await readEvents({ last, rows: true });
      return eventsOf(page, Math.max(0, page.seq - last), last);
    },
    async board() {
      const live = await plans.liveProgress(planId);
      return plans.query(planId, boardQuery, { live });
    },
    async view() {
      const live = await plans.liveProgress(planId);
      return plans.query(planId, planQuery, { offset: 0, limit: FIRST_TODOS, live });
    },
    async awaitHistory(place, signal) {
      const news = await plans.awaitHistory(planId, place, signal);
      ended = news.answers;
      return news;
    },
  };

  async function readEvents(wish: EventsWanted): Promise<EventPage> {
    const answer = ended?.get(eventsQuery.name) as ((wish: EventsWanted) => EventPage) | undefined;
    return answer === undefined ? plans.query(planId, eventsQuery, wish) : answer(wish);
  }

  async function eventsOf(page: EventPage, after: number, limit: number) {
    const events = await joinArchive(page, after, limit, artifacts).catch((error: unknown) => {
      // An archive that cannot be read leaves a gap, which readers get a snapshot for.
      onError(error);
      return page.events;
    });
    const toOwn = (event: LoggedEvent) => toFeedEvent(event, page.rows?.[event.seq]);
    return { events: events.map(toOwn), seq: page.seq };
  }
}

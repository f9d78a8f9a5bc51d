import type { LoggedEvent } from "../../contract/event.ts";
import type { PlanView } from "../../contract/plan.ts";
import type { ArtifactStore } from "../../temporal/artifact-store.ts";
import { eventsQuery, planQuery } from "../../workflows/messages.ts";
import type { PlanGateway } from "../plan-gateway.ts";
import { joinArchive } from "../read-events.ts";
import type { HistoryNews, HistoryPlace } from "./await-history.ts";

const FIRST_TODOS = 200;

/** One plan's log and state, as a feed reads them. */
export interface PlanLog {
  /** Events after a sequence number, and the newest one's. Fewer or none where they are lost. */
  after(seq: number, limit: number): Promise<{ events: LoggedEvent[]; seq: number }>;
  /** Sequence number of the newest event. */
  newest(): Promise<number>;
  /** The plan with the first page of its todos. */
  view(): Promise<PlanView>;
  awaitHistory(place: HistoryPlace, signal: AbortSignal): Promise<HistoryNews>;
}

export interface LogDeps {
  readonly plans: Pick<PlanGateway, "query" | "awaitHistory">;
  readonly artifacts: ArtifactStore;
  /** Told what nobody expected; the feed goes on. */
  readonly onError: (error: unknown) => void;
}

export function createPlanLog({ plans, artifacts, onError }: LogDeps, planId: string): PlanLog {
  return {
    async after(after, limit) {
      const page = await plans.query(planId, eventsQuery, { after, limit });
      try {
        return { events: await joinArchive(page, after, limit, artifacts), seq: page.seq };
      } catch (error) {
        // An archive that cannot be read leaves a gap, which readers get a snapshot for.
        onError(error);
        return { events: page.events, seq: page.seq };
      }
    },
    async newest() {
      const beyond = { after: Number.MAX_SAFE_INTEGER, limit: 0 };
      return (await plans.query(planId, eventsQuery, beyond)).seq;
    },
    view: () => plans.query(planId, planQuery, { offset: 0, limit: FIRST_TODOS }),
    awaitHistory: (place, signal) => plans.awaitHistory(planId, place, signal),
  };
}

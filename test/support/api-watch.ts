import type { Client } from "@temporalio/client";
import { TEMPORAL_NAMES } from "../../src/contract/tables/temporal-names.ts";

export interface PlanWatch {
  /**
   * Looks again each time something happened to the plan, and answers what `look` found.
   * @throws Error when the plan ended and `look` still finds nothing.
   */
  until<Found>(planId: string, look: () => Promise<Found | undefined | false>): Promise<Found>;
}

const PATIENCE_MS = 50_000;

/** Waits for plans by Temporal's history long-poll: nothing sleeps and nothing is missed. */
export function createPlanWatch(client: Client): PlanWatch {
  return {
    async until(planId, look) {
      let nextPageToken: Uint8Array = new Uint8Array();
      for (let closed = false; ;) {
        const found = await look();
        if (found !== undefined && found !== false) return found;
        if (closed) throw new Error(`Plan ${planId} ended before that happened.`);
        const page = await client.connection.withDeadline(Date.now() + PATIENCE_MS, () =>
          client.workflowService.getWorkflowExecutionHistory({
            namespace: client.options.namespace,
            execution: { workflowId: TEMPORAL_NAMES.plan_prefix + planId },
            waitNewEvent: true,
            nextPageToken,
          }),
        );
        nextPageToken = page.nextPageToken;
        const last = page.history?.events?.at(-1);
        // A run that continued as new has no next page either: its successor is read from the start.
        closed =
          nextPageToken.length === 0 &&
          last?.workflowExecutionContinuedAsNewEventAttributes == null;
      }
    },
  };
}

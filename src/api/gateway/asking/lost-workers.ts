import type { Client } from "@temporalio/client";
import { TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";

/** After that, Temporal knows by itself that nobody polls for a worker that died (10 s). */
const REMEMBERED_MS = 12_000;

/**
 * Temporal asks the worker that has a plan in memory first, and waits two seconds for one that died
 * before it asks another. Who knows of the death need not wait.
 */
export interface LostWorkers {
  /** To be told when a worker has died. */
  lost(): void;
  /** To be awaited before a plan is asked: any worker is to answer then. Never rejects. */
  forgetFor(planId: string): Promise<void>;
}

export function createLostWorkers(client: Client): LostWorkers {
  const { namespace } = client.options;
  /** Plans that have been told since the last death. */
  let told = new Map<string, Promise<void>>();
  let lostAt = -Infinity;
  return {
    lost() {
      lostAt = performance.now();
      told = new Map();
    },
    async forgetFor(planId) {
      if (performance.now() > lostAt + REMEMBERED_MS) return told.clear();
      const telling = told.get(planId) ?? forget(planId);
      told.set(planId, telling);
      await telling;
    },
  };

  async function forget(planId: string): Promise<void> {
    const execution = { workflowId: TEMPORAL_NAMES.plan_prefix + planId };
    await client.workflowService
      .resetStickyTaskQueue({ namespace, execution })
      // One that has ended, or is not there, is in nobody's memory; where Temporal is silent, the request tells.
      .catch(() => undefined);
  }
}

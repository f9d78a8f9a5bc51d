import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import type { InTurn } from "./plan-turns.ts";
import { isBetweenRuns, isUnanswered, temporalUnavailable, toRefusal } from "./temporal-refusal.ts";

/** How long Temporal may take to show, after a request without answer, that it is there. */
const SIGN_OF_LIFE_MS = 1_000;
const BETWEEN_RUNS_MS = 20;

/**
 * Runs a request about a plan, in its turn, and turns what goes wrong into a problem. Waiting for
 * the turn is a part of the time that the request may take.
 */
export type Ask = <Answer>(
  planId: string,
  request: () => Promise<Answer>,
  inTurn?: InTurn,
) => Promise<Answer>;

/** @param answerMs how long a request may take, in milliseconds. */
export function createAsk(client: Client, answerMs: number): Ask {
  let signOfLife: Promise<boolean> | undefined;
  return async (planId, request, inTurn = atOnce) => {
    const deadline = Date.now() + answerMs;
    try {
      return await inTurn(planId, () => askUntil(deadline, request));
    } catch (error) {
      if (isUnanswered(error) && !(await isTemporalThere())) throw temporalUnavailable();
      throw toRefusal(error, planId);
    }
  };

  async function askUntil<Answer>(deadline: number, request: () => Promise<Answer>) {
    for (;;) {
      try {
        return await client.connection.withDeadline(deadline, request);
      } catch (error) {
        if (!isBetweenRuns(error) || Date.now() + BETWEEN_RUNS_MS >= deadline) throw error;
        await delay(BETWEEN_RUNS_MS);
      }
    }
  }

  /** Requests that wait for a sign of life together share it. */
  function isTemporalThere(): Promise<boolean> {
    signOfLife ??= client.connection
      .withDeadline(Date.now() + SIGN_OF_LIFE_MS, () => client.workflowService.getSystemInfo({}))
      .then(
        () => true,
        () => false,
      )
      .finally(() => (signOfLife = undefined));
    return signOfLife;
  }
}

const atOnce: InTurn = (_planId, work) => work();

import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import type { InTurn } from "./plan-turns.ts";
import { createSignsOfLife, type Answerer } from "./signs-of-life.ts";
import { isBetweenRuns, isUnanswered, temporalUnavailable, toRefusal } from "./temporal-refusal.ts";

/** How long Temporal and a worker may take to answer before the caller is told to try again. */
export const ANSWER_MS = 5_000;
/** Temporal's client may still be pausing between two attempts when a request's time is over. */
const LATE_MS = 250;
const BETWEEN_RUNS_MS = 20;

export interface AskOptions {
  /** Who has to answer, when it is not a worker. */
  readonly of?: Answerer;
  readonly inTurn?: InTurn;
}

/**
 * Runs a request about a plan, in its turn, and turns what goes wrong into a problem. Waiting for
 * the turn is a part of the time that the request may take; and when whoever has to answer is not
 * there at all, the caller is told so within two seconds.
 */
export type Ask = <Answer>(
  planId: string,
  request: () => Promise<Answer>,
  options?: AskOptions,
) => Promise<Answer>;

/** @param answerMs how long a request may take, in milliseconds. */
export function createAsk(client: Client, taskQueue: string, answerMs = ANSWER_MS): Ask {
  const signs = createSignsOfLife(client, taskQueue);
  return async (planId, request, { of = "worker", inTurn = atOnce } = {}) => {
    const deadline = Date.now() + answerMs;
    const over = new AbortController();
    // Temporal's client leaves a listener for each attempt; they go with the request.
    setMaxListeners(0, over.signal);
    const answer = inTurn(planId, () => askUntil(deadline, over.signal, request));
    try {
      const answered = await Promise.race([
        answer,
        signs.missing(of, deadline + LATE_MS, over.signal),
      ]);
      if (of === "worker") signs.noteAnswer();
      return answered;
    } catch (error) {
      if (isUnanswered(error) && (of === "temporal" || !(await signs.isTemporalThere()))) {
        throw temporalUnavailable();
      }
      throw toRefusal(error, planId);
    } finally {
      over.abort();
    }
  };

  async function askUntil<Answer>(
    deadline: number,
    signal: AbortSignal,
    request: () => Promise<Answer>,
  ): Promise<Answer> {
    const { connection } = client;
    for (;;) {
      // Its turn may come when nobody waits for the answer any more.
      signal.throwIfAborted();
      try {
        return await connection.withAbortSignal(signal, () =>
          connection.withDeadline(deadline, request),
        );
      } catch (error) {
        if (!isBetweenRuns(error) || Date.now() + BETWEEN_RUNS_MS >= deadline) throw error;
        await delay(BETWEEN_RUNS_MS);
      }
    }
  }
}

const atOnce: InTurn = (_planId, work) => work();

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
/**
 * Workers lose some of the queries that come while they replay an ended plan. The first attempt gets
 * so long, each other one twice as long as the one before.
 */
const FIRST_QUERY_MS = 500;

export interface AskOptions {
  /** Who has to answer, when it is not a worker. */
  readonly of?: Answerer;
  readonly inTurn?: InTurn;
  /** Whether it only asks a worker, and so may be asked again. */
  readonly isQuery?: true;
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
  return async (planId, request, options = {}) => {
    const { of = "worker", inTurn = atOnce, isQuery = false } = options;
    const deadline = Date.now() + answerMs;
    const over = new AbortController();
    // Temporal's client leaves a listener for each attempt; they go with the request.
    setMaxListeners(0, over.signal);
    const firstMs = isQuery ? FIRST_QUERY_MS : answerMs;
    const answer = inTurn(planId, () => askUntil(deadline, firstMs, over.signal, request));
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
    firstMs: number,
    signal: AbortSignal,
    request: () => Promise<Answer>,
  ): Promise<Answer> {
    const { connection } = client;
    for (let patience = firstMs; ;) {
      // Its turn may come when nobody waits for the answer any more.
      signal.throwIfAborted();
      const until = Math.min(deadline, Date.now() + patience);
      try {
        return await connection.withAbortSignal(signal, () =>
          connection.withDeadline(until, request),
        );
      } catch (error) {
        if (isBetweenRuns(error) && Date.now() + BETWEEN_RUNS_MS < deadline) {
          await delay(BETWEEN_RUNS_MS);
        } else if (isUnanswered(error) && until < deadline) {
          patience *= 2;
        } else {
          throw error;
        }
      }
    }
  }
}

const atOnce: InTurn = (_planId, work) => work();

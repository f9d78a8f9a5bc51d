import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { withDeadline } from "../../temporal/connection/with-deadline.ts";
import type { ConcurrencyLimit } from "./concurrency-limit.ts";
import {
  isBetweenRuns,
  isUnanswered,
  temporalUnavailable,
  toRefusal,
  workerUnavailable,
} from "./temporal-refusal.ts";

/** How long a request may go unanswered before its caller is told to try again. */
export const ANSWER_MS = 5_000;
/** While other requests are answered, workers are busy, not gone: a request then waits up to this many times longer. */
const BUSY_FACTOR = 3;
/** How long Temporal then has to show that it is there, and that a worker is what is missing. */
const SIGN_MS = 500;
const BETWEEN_RUNS_MS = 20;
/**
 * Workers lose some of the queries that come while they replay an ended plan. The first attempt gets
 * so long, each other one twice as long as the one before.
 */
const FIRST_QUERY_MS = 500;

export interface AskOptions {
  /** Who answers; when absent a worker does, through Temporal. */
  readonly of?: "temporal";
  readonly limit?: ConcurrencyLimit;
  /** Whether it only asks a worker, and so may be asked again. */
  readonly isQuery?: true;
}

/**
 * Runs a request about a plan, in its turn, and turns what goes wrong into a problem. Waiting for
 * the turn is a part of the time that the request may take, which begins anew with every answer that
 * a worker gives to others, up to three times as long. A request whose time is over is called off,
 * with every attempt at it.
 */
export type Ask = <Result>(
  planId: string,
  request: () => Promise<Result>,
  options?: AskOptions,
) => Promise<Result>;

/** @param answerMs how long a request may go unanswered, in milliseconds. */
export function createAsk(client: Client, answerMs = ANSWER_MS): Ask {
  const { connection, workflowService } = client;
  let sign: Promise<boolean> | undefined;
  let lastAnswer = 0;

  return async (planId, request, { of, limit = unlimited, isQuery = false } = {}) => {
    const started = Date.now();
    const latest = started + BUSY_FACTOR * answerMs;
    const deadline = (): number => Math.min(latest, Math.max(started, lastAnswer) + answerMs);
    const over = new AbortController();
    // Temporal's client leaves a listener for each attempt; they go with the request.
    setMaxListeners(0, over.signal);
    const firstMs = isQuery ? FIRST_QUERY_MS : latest - started;
    const result = limit(planId, () => askUntil(latest, firstMs, over.signal, request));
    try {
      // Temporal's client may be pausing between two attempts when the time is over.
      const answer = await Promise.race([result, late(deadline, over.signal)]);
      if (of === undefined) lastAnswer = Date.now();
      return answer;
    } catch (error) {
      if (!(error instanceof DeadlinePassed) && !isUnanswered(error)) {
        throw toRefusal(error, planId);
      }
      throw of === undefined && (await isTemporalThere())
        ? workerUnavailable()
        : temporalUnavailable();
    } finally {
      over.abort();
    }
  };

  async function askUntil<Result>(
    deadline: number,
    firstMs: number,
    signal: AbortSignal,
    request: () => Promise<Result>,
  ): Promise<Result> {
    for (let patience = firstMs; ;) {
      // Its turn may come when nobody waits for the result any more.
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

  /** Requests whose time is over together share one look. */
  function isTemporalThere(): Promise<boolean> {
    sign ??= withDeadline(connection, SIGN_MS, () => workflowService.getSystemInfo({}))
      .then(
        () => true,
        () => false,
      )
      .finally(() => (sign = undefined));
    return sign;
  }
}

class DeadlinePassed extends Error {}

/** Rejects when the deadline, which may move, is over, unless the signal aborts before. */
async function late(deadline: () => number, signal: AbortSignal): Promise<never> {
  for (let left = deadline() - Date.now(); left > 0; left = deadline() - Date.now()) {
    await delay(left, undefined, { signal });
  }
  throw new DeadlinePassed();
}

const unlimited: ConcurrencyLimit = (_planId, work) => work();

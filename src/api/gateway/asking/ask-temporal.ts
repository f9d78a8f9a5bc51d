import { setMaxListeners } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { Refusal } from "../../../contract/problems/problem-error.ts";
import { withDeadline } from "../../../temporal/connection/with-deadline.ts";
import type { ConcurrencyLimit } from "./concurrency-limit.ts";
import {
  isBetweenRuns,
  isOfOtherCode,
  isUnanswered,
  temporalUnavailable,
  toRefusal,
  workerUnavailable,
} from "./temporal-refusal.ts";

/**
 * Workers lose some of the queries that come while they replay an ended plan: one that is not answered
 * is asked again. No sooner than this, in milliseconds.
 */
const LEAST_MS = 500;
/** How many times as long as the answers of late. */
const FACTOR = 4;
/** How many answers the usual time is taken over, about. */
const ANSWERS = 8;

/** How long to wait for the answer to a query before it is asked once more. */
interface QueryPatience {
  /** For the first attempt, in milliseconds. */
  first(): number;
  /** Told how long an answer took, all its attempts together, in milliseconds. */
  answered(ms: number): void;
}

/**
 * Waits as long as workers take at present, several times over. A busy worker answers every query in the
 * end: to ask it again sooner would be more work for it, and so make it slower still.
 */
export function createQueryPatience(): QueryPatience {
  let usual = 0;
  return {
    first: () => Math.max(LEAST_MS, FACTOR * usual),
    answered(ms) {
      usual += (ms - usual) / ANSWERS;
    },
  };
}

/** How long a request may go unanswered before its caller is told to try again. */
export const ANSWER_MS = 5_000;
/** While other requests are answered, workers are busy, not gone: a request then waits up to this many times longer. */
const BUSY_FACTOR = 3;
/** How long Temporal then has to show that it is there, and that a worker is what is missing. */
const SIGN_MS = 500;
const BETWEEN_RUNS_MS = 20;
/** Where workers run different code, Temporal asks any of them, and the next one may have the plan's. */
const OTHER_WORKERS = 5;
/** How often it is looked meanwhile whether the plan itself is why nobody answers. */
const LOOK_MS = 1_000;
/** How many plans are looked at so at a time; the others are, at the next second. */
const MOST_LOOKS = 8;

export interface AskOptions {
  /** Who answers; when absent a worker does, through Temporal. */
  readonly of?: "temporal";
  readonly limit?: ConcurrencyLimit;
  /** Whether it only asks a worker, and so may be asked again. */
  readonly isQuery?: true;
  /** Whether it is another workflow's to answer: whatever is wrong with the plan is not the reason then. */
  readonly isOthers?: true;
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

/** Why nobody answers for a plan, where the plan itself is the reason. */
type WhyUnanswered = (planId: string) => Promise<Refusal | undefined>;

/**
 * @param answerMs how long a request may go unanswered, in milliseconds.
 * @param whyUnanswered asked of a plan for which nobody has answered for a while.
 */
export function createAsk(
  client: Client,
  answerMs = ANSWER_MS,
  whyUnanswered?: WhyUnanswered,
): Ask {
  const { connection, workflowService } = client;
  const looks = new Map<string, Promise<Refusal | undefined>>();
  const patience = createQueryPatience();
  let sign: Promise<boolean> | undefined;
  let lastAnswer = 0;

  return async (planId, request, options = {}) => {
    const { of, limit = unlimited, isQuery = false, isOthers = false } = options;
    const mayBeStuck = of === undefined && !isOthers;
    const started = performance.now();
    const latest = started + BUSY_FACTOR * answerMs;
    const deadline = (): number => Math.min(latest, Math.max(started, lastAnswer) + answerMs);
    const over = new AbortController();
    // Temporal's client leaves a listener for each attempt; they go with the request.
    setMaxListeners(0, over.signal);
    const result = limit(planId, () =>
      isQuery
        ? query(latest, over.signal, request)
        : askUntil(latest, latest - started, over.signal, request),
    );
    try {
      // Temporal's client may be pausing between two attempts when the time is over.
      const waiting = [result, late(deadline, over.signal)];
      if (mayBeStuck) waiting.push(complain(planId, over.signal));
      const answer = await Promise.race(waiting);
      if (of === undefined) lastAnswer = performance.now();
      return answer;
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (!(error instanceof DeadlinePassed) && !isUnanswered(error)) {
        throw toRefusal(error, planId);
      }
      const reason = mayBeStuck ? await reasonFor(planId) : undefined;
      if (reason !== undefined) throw reason;
      throw of === undefined && (await isTemporalThere())
        ? workerUnavailable()
        : temporalUnavailable();
    } finally {
      over.abort(OVER);
    }
  };

  async function query<Result>(
    deadline: number,
    signal: AbortSignal,
    request: () => Promise<Result>,
  ): Promise<Result> {
    const began = performance.now();
    for (let asked = 1; ; asked += 1) {
      try {
        const answer = await askUntil(deadline, patience.first(), signal, request);
        patience.answered(performance.now() - began);
        return answer;
      } catch (error) {
        if (!isOfOtherCode(error) || asked > OTHER_WORKERS) throw error;
      }
    }
  }

  /** Each attempt gets twice as long as the one before. */
  async function askUntil<Result>(
    deadline: number,
    firstMs: number,
    signal: AbortSignal,
    request: () => Promise<Result>,
  ): Promise<Result> {
    for (let attemptMs = firstMs; ;) {
      // Its turn may come when nobody waits for the result any more.
      signal.throwIfAborted();
      const left = deadline - performance.now();
      try {
        return await connection.withAbortSignal(signal, () =>
          connection.withDeadline(Date.now() + Math.min(left, attemptMs), request),
        );
      } catch (error) {
        if (isBetweenRuns(error) && performance.now() + BETWEEN_RUNS_MS < deadline) {
          await delay(BETWEEN_RUNS_MS);
        } else if (isUnanswered(error) && attemptMs < left) {
          attemptMs *= 2;
        } else {
          throw error;
        }
      }
    }
  }

  /** Rejects with what is wrong with the plan as soon as that is known; never resolves. */
  async function complain(planId: string, signal: AbortSignal): Promise<never> {
    for (;;) {
      await pause(LOOK_MS, signal);
      const reason = looks.size < MOST_LOOKS ? await reasonFor(planId) : undefined;
      if (reason !== undefined) throw reason;
    }
  }

  /** Requests about one plan share a look. Where Temporal does not tell either, nothing is known against it. */
  function reasonFor(planId: string): Promise<Refusal | undefined> {
    if (whyUnanswered === undefined) return Promise.resolve(undefined);
    const known = looks.get(planId);
    if (known !== undefined) return known;
    const look = withDeadline(connection, LOOK_MS, () => whyUnanswered(planId))
      .catch(() => undefined)
      .finally(() => looks.delete(planId));
    looks.set(planId, look);
    return look;
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

/** Made once: a reason of its own for each request, with a stack, would be most of what ending one costs. */
const OVER = new Error("The request is over.");

/** Waits so long; for ever once the signal has aborted. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return;
    const stop = (): void => clearTimeout(timer);
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** Rejects when the deadline, which may move, is over; never once the signal has aborted. */
async function late(deadline: () => number, signal: AbortSignal): Promise<never> {
  for (;;) {
    const left = deadline() - performance.now();
    if (left <= 0) break;
    await pause(left, signal);
  }
  throw new DeadlinePassed();
}

const unlimited: ConcurrencyLimit = (_planId, work) => work();

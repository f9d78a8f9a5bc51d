import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { withDeadline } from "../temporal/with-deadline.ts";
import { readPresence } from "../temporal/worker-presence.ts";
import { temporalUnavailable, workerUnavailable } from "./temporal-refusal.ts";

/** Who has to answer a request: a worker, through Temporal, or Temporal alone. */
export type Answerer = "worker" | "temporal";

/** After so long without an answer it is asked whether there is anybody to give one. */
const SILENCE_MS = 1_200;
/** How long Temporal may take to show that it is there. */
const SIGN_MS = 500;
/** A look takes milliseconds; one above this was made on a machine that is late with everything. */
const SLOW_LOOK_MS = 100;
/** How long one look holds when it shows no end of its own. */
const LOOK_AGAIN_MS = 500;

export interface SignsOfLife {
  /**
   * Rejects when whoever has to answer is not there, or may be busy and has not answered at the
   * deadline; never settles before, and not after the abort.
   * @param deadline epoch milliseconds.
   * @throws Refused
   */
  missing(of: Answerer, deadline: number, over: AbortSignal): Promise<never>;
  /** A worker has just answered something. */
  noteAnswer(): void;
  /** Whether Temporal answers anything at all. */
  isTemporalThere(): Promise<boolean>;
}

/**
 * Tells a busy worker from none. An unanswered request alone cannot: a worker that replays a long
 * history, or has many plans to see to, answers late, and its callers had better wait.
 */
export function createSignsOfLife(client: Client, taskQueue: string): SignsOfLife {
  const { connection, workflowService, options } = client;
  let answered = 0;
  const within = <Answer>(ask: () => Promise<Answer>): Promise<Answer> =>
    withDeadline(connection, SIGN_MS, ask);
  // Requests that wait together look together.
  const presence = shared(() =>
    within(() => readPresence(connection, options.namespace, taskQueue)),
  );
  const isTemporalThere = shared(() =>
    within(() => workflowService.getSystemInfo({})).then(
      () => true,
      () => false,
    ),
  );

  /** Milliseconds for which the answer can still be waited for. @throws Refused */
  async function patience(of: Answerer): Promise<number> {
    const sinceAnswer = Date.now() - answered;
    if (of === "worker" && sinceAnswer < SILENCE_MS) return SILENCE_MS - sinceAnswer;
    const began = Date.now();
    const [isThere, found] = await Promise.all([
      isTemporalThere(),
      of === "worker" ? presence().catch(() => undefined) : undefined,
    ]);
    if (!isThere) throw temporalUnavailable();
    // Where a look takes long, the signs that it looks for are late as well.
    const isSlow = Date.now() - began > SLOW_LOOK_MS;
    if (found === undefined || (isSlow && found.state === "down")) return LOOK_AGAIN_MS;
    if (found.state === "down") throw workerUnavailable();
    return found.state === "up" ? found.fresh_until - Date.now() : LOOK_AGAIN_MS;
  }

  return {
    isTemporalThere,
    noteAnswer: () => void (answered = Date.now()),
    async missing(of, deadline, over) {
      try {
        for (let wait = SILENCE_MS; Date.now() < deadline; wait = await patience(of)) {
          const left = deadline - Date.now();
          await delay(Math.max(1, Math.min(wait, left)), undefined, { signal: over });
        }
        throw of === "worker" ? workerUnavailable() : temporalUnavailable();
      } catch (error) {
        if (over.aborted) return await new Promise<never>(() => undefined);
        throw error;
      }
    },
  };
}

/** Calls that overlap share one answer. */
function shared<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asked: Promise<Answer> | undefined;
  return () => {
    asked ??= ask().finally(() => (asked = undefined));
    return asked;
  };
}

import { setTimeout as sleep } from "node:timers/promises";
import { ProblemError } from "../client/client.ts";

const EVERY_MS = 250;

/**
 * The answer of a request that is repeated while the API cannot give one; undefined when `signal`
 * ended the wait. The request must be one that may arrive twice.
 */
export async function whenAnswered<Answer>(
  signal: AbortSignal,
  request: () => Promise<Answer>,
): Promise<Answer | undefined> {
  while (!signal.aborted) {
    try {
      return await request();
    } catch (error) {
      if (!isPassing(error)) throw error;
      await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

function isPassing(error: unknown): boolean {
  return error instanceof ProblemError
    ? [429, 503].includes(error.status)
    : error instanceof TypeError;
}

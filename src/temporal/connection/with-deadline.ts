import { setTimeout as delay } from "node:timers/promises";
import type { ConnectionLike } from "@temporalio/client";

/**
 * Runs a request that has to be answered within some milliseconds. The client's own deadline is not
 * enough: it pauses between attempts, for seconds, without looking at it.
 * @throws ServiceError, or Error when the time is over.
 */
export async function withDeadline<Answer>(
  connection: ConnectionLike,
  milliseconds: number,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const answered = new AbortController();
  const late = delay(milliseconds, undefined, { signal: answered.signal }).then(() => {
    throw new Error(`Temporal has not answered within ${milliseconds} ms.`);
  });
  try {
    const answer = connection.withDeadline(Date.now() + milliseconds, request);
    return await Promise.race([answer, late]);
  } finally {
    late.catch(() => undefined);
    answered.abort();
  }
}

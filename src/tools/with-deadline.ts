import { ToolError } from "./tool-error.ts";

/**
 * Runs `work` with a signal that aborts when `outer` does or after `seconds`.
 * @throws the reason of `outer` when that aborted, ToolError `timeout` when the time was over, else
 * what `work` throws.
 */
export async function withDeadline<T>(
  outer: AbortSignal,
  seconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer.throwIfAborted();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), seconds * 1_000);
  try {
    return await work(AbortSignal.any([outer, deadline.signal]));
  } catch (error) {
    outer.throwIfAborted();
    if (deadline.signal.aborted && !(error instanceof ToolError)) {
      throw new ToolError(
        "timeout",
        `There was no complete answer within ${seconds} s. Raise timeout_seconds or ask for less.`,
        { cause: error },
      );
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Answers what `promise` answers, but rejects with the signal's reason as soon as that aborts. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/**
 * Answers what `promise` answers, but rejects with the signal's reason when that has aborted and nothing
 * has come for `patienceMs` since, which is asked when it aborts.
 */
export async function untilGivenUp<T>(
  promise: Promise<T>,
  signal: AbortSignal,
  patienceMs: () => number,
): Promise<T> {
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = (): void => {
    timer = setTimeout(() => over.abort(signal.reason), patienceMs());
  };
  if (signal.aborted) begin();
  else signal.addEventListener("abort", begin, { once: true });
  try {
    return await untilAborted(promise, over.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", begin);
  }
}

import { ActivityFailure, isCancellation } from "@temporalio/workflow";

/** What an activity failed with. @throws the error itself when it was cancelled. */
export function rootCause(error: unknown): unknown {
  if (isCancellation(error)) throw error;
  return error instanceof ActivityFailure ? (error.cause ?? error) : error;
}

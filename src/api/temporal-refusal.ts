import {
  isGrpcServiceError,
  QueryNotRegisteredError,
  ServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from "@temporalio/client";
import { ApplicationFailure } from "@temporalio/common";
import { status } from "@grpc/grpc-js";
import { PROBLEMS, type Problem } from "../contract/problem.ts";
import { Refused } from "./refused.ts";

/** Seconds after which a repeat may work. */
const RETRY_SECONDS = 2;

const ONLY_TEMPORALS_QUERIES = /Registered queries: \[(?:__\w+ ?)*\]$/;

/** What a failed request to Temporal means for the caller; what is no refusal stays an error. */
export function toRefusal(error: unknown, planId: string): Error {
  if (error instanceof Refused) return error;
  if (error instanceof WorkflowExecutionAlreadyStartedError) {
    return new Refused({
      code: "plan_exists",
      detail: `There is a plan "${planId}" already.`,
      hint: 'Choose another "id", or leave it out and get one.',
    });
  }
  if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure) {
    const [problem] = (error.cause.details ?? []) as [Problem?];
    if (problem?.code !== undefined && problem.code in PROBLEMS) return new Refused(problem);
  }
  if (error instanceof WorkflowNotFoundError) {
    return new Refused({
      code: "plan_not_found",
      detail: `There is no plan "${planId}".`,
      hint: "Check the id; plans are kept for the retention time of the Temporal namespace.",
    });
  }
  // Anyone can start a workflow of this name in Temporal; what is no plan has no queries of its own.
  if (error instanceof QueryNotRegisteredError && ONLY_TEMPORALS_QUERIES.test(error.message)) {
    return new Refused({
      code: "plan_not_found",
      detail: `The workflow of "${planId}" is no plan: it was not started by Holdpoint.`,
      hint: "Look at it in Temporal UI, and create plans by POST /v1/plans.",
    });
  }
  if (isUnanswered(error)) return workerUnavailable();
  if (codeOf(error) === status.INVALID_ARGUMENT) return notTaken(error);
  if (codeOf(error) !== undefined) return temporalUnavailable();
  return error instanceof Error ? error : new Error(String(error));
}

/**
 * Temporal took the request, but nobody spoke for the plan in time. Where Temporal sees first that
 * the time is over, the call ends as cancelled.
 */
export function isUnanswered(error: unknown): boolean {
  return (
    error instanceof WorkflowUpdateRPCTimeoutOrCancelledError ||
    codeOf(error) === status.DEADLINE_EXCEEDED ||
    codeOf(error) === status.CANCELLED ||
    isBetweenRuns(error)
  );
}

/** A run that has just continued as new answers no query before its first workflow task. */
export function isBetweenRuns(error: unknown): boolean {
  return codeOf(error) === status.FAILED_PRECONDITION;
}

export function workerUnavailable(): Refused {
  return new Refused(
    {
      code: "worker_unavailable",
      detail: "Temporal works, but no worker answered in time.",
      hint: "Start a worker (holdpoint worker) and repeat the request with the same command_id: it counts once.",
    },
    RETRY_SECONDS,
  );
}

/** @param hint what to do once Temporal is back. */
export function temporalUnavailable(
  hint = "Repeat the request with the same command_id once it is back: it counts once.",
): Refused {
  const detail = "Temporal cannot be reached.";
  return new Refused({ code: "temporal_unavailable", detail, hint }, RETRY_SECONDS);
}

/** Nothing that a caller sends gets so far: Temporal itself is set up otherwise than it must be. */
function notTaken(error: unknown): Refused {
  const cause = error instanceof ServiceError ? error.cause : error;
  const why = isGrpcServiceError(cause) ? cause.details : String(cause);
  return new Refused({
    code: "temporal_unavailable",
    detail: `Temporal does not take the request: ${why}`,
    hint: "Run holdpoint doctor: it says what Temporal lacks and how to mend it.",
  });
}

function codeOf(error: unknown): status | undefined {
  const cause = error instanceof ServiceError ? error.cause : error;
  return isGrpcServiceError(cause) ? cause.code : undefined;
}

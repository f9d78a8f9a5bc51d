import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
  TimeoutFailure,
} from "@temporalio/workflow";
import type { ToolActivity } from "../activities/activity-types.ts";
import type { Json } from "../contract/text.ts";
import { ERROR_TYPES, LIMITS, WORKER_STOPPED, type ErrorType } from "../contract/vocabulary.ts";
import type { Report } from "../plan/commands.ts";
import type { RunTodo } from "../plan/effects.ts";
import { shortTitle } from "../plan/short-title.ts";
import { readTaken, UNREAD_RESULT } from "./read-payload.ts";

/**
 * Short enough that a killed worker's todo runs again within seconds; the tool wrapper heartbeats by
 * itself. Workers of other queues may not heartbeat, so theirs is not watched.
 */
const HEARTBEAT_TIMEOUT_MS = 4_000;

/**
 * Runs a todo's tool as an activity: whatever happens is a report.
 * @throws Error as `readTaken` while its result is missing.
 */
export function runTodo(planId: string, run: RunTodo): Promise<Report> {
  const { todo_id, run: number } = run;
  return callActivity(planId, run).then(
    (answer): Report => {
      const reading = readTaken(answer);
      if ("value" in reading) {
        const result = (reading.value ?? null) as Json;
        return { type: "todo_completed", todo_id, run: number, result };
      }
      const message = `Its result is no JSON: ${reading.unreadable}.`;
      return { type: "todo_failed", todo_id, run: number, error_type: "validation_error", message };
    },
    (error: unknown): Report | Promise<Report> =>
      isBrokenOff(error, run) ? runTodo(planId, run) : toReport(error, todo_id, number),
  );
}

/**
 * Whether the last attempt ended because its worker was told to stop and may be repeated. Somebody
 * stops a worker; so this comes to an end, which a worker that a todo makes crash would not.
 */
function isBrokenOff(error: unknown, { task_queue }: RunTodo): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  // What workers of other queues mean by it is not known.
  return (
    task_queue === null && cause instanceof ApplicationFailure && cause.type === WORKER_STOPPED
  );
}

/** Answers the result unread: a worker in another language may send anything. */
function callActivity(planId: string, run: RunTodo): Promise<unknown> {
  const { todo_id, run: number, title, task_queue } = run;
  const activities = proxyActivities<Record<string, ToolActivity>>({
    activityId: `${todo_id}.${number}`,
    startToCloseTimeout: run.timeout_seconds * 1_000,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: {
      maximumAttempts: 1 + Math.max(0, ...Object.values(run.retries).map(({ max }) => max)),
      initialInterval: 1_000,
      backoffCoefficient: 2,
      maximumInterval: 60_000,
      nonRetryableErrorTypes: ERROR_TYPES.filter((type) => run.retries[type] === undefined),
    },
    summary: shortTitle(title),
    priority: { priorityKey: priorityKeyOf(run.priority) },
    activityTypeInfo: { [run.tool_name]: UNREAD_RESULT },
    ...(task_queue === null
      ? { heartbeatTimeout: HEARTBEAT_TIMEOUT_MS }
      : { taskQueue: task_queue }),
  });
  return activities[run.tool_name]!(run.args, {
    plan_id: planId,
    todo_id,
    run: number,
    title,
    retries: run.retries,
    idempotency_key: `${planId}/${todo_id}/${number}`,
  });
}

/** A plan's priorities 0–10 (higher first) as Temporal's keys 5–1 (lower first). */
function priorityKeyOf(priority: number): number {
  return Math.round(5 - priority * 0.4);
}

function toReport(error: unknown, todoId: string, run: number): Report {
  if (isCancellation(error)) return { type: "todo_cancelled", todo_id: todoId, run };
  const cause = error instanceof ActivityFailure ? (error.cause ?? error) : error;
  return {
    type: "todo_failed",
    todo_id: todoId,
    run,
    error_type: errorTypeOf(cause),
    message: messageOf(cause).slice(0, LIMITS.error_message).toWellFormed(),
    attempts: attemptsOf(cause),
  };
}

/** The tool wrapper tells its attempt with the failure; timeouts come from the server without it. */
function attemptsOf(cause: unknown): number {
  const [told] = cause instanceof ApplicationFailure ? (cause.details ?? []) : [];
  const attempt = (told as { attempt?: unknown } | null | undefined)?.attempt;
  return typeof attempt === "number" && Number.isInteger(attempt) ? attempt : 1;
}

function errorTypeOf(cause: unknown): ErrorType {
  if (cause instanceof TimeoutFailure) return "timeout";
  const type = cause instanceof ApplicationFailure ? cause.type : undefined;
  return ERROR_TYPES.find((known) => known === type) ?? "api_error";
}

function messageOf(cause: unknown): string {
  if (cause instanceof TimeoutFailure) {
    return cause.timeoutType === "HEARTBEAT"
      ? "Its worker stopped and no attempt was left."
      : "It took longer than its timeout.";
  }
  return cause instanceof Error ? cause.message : String(cause);
}

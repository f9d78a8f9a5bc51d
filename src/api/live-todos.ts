import { WorkflowNotFoundError, type WorkflowHandle } from "@temporalio/client";
import { defaultPayloadConverter } from "@temporalio/common";
import type { temporal } from "@temporalio/proto";
import type { Progress } from "../contract/plan.ts";
import type { Todo } from "../contract/todo.ts";
import { ERROR_TYPES, LIMITS, type ErrorType } from "../contract/vocabulary.ts";
import { percentageOf } from "../plan/progress.ts";

type PendingActivity = temporal.api.workflow.v1.IPendingActivityInfo;

/** What Temporal knows of a running todo and its plan does not: it costs no history. */
export interface LiveTodo {
  /** As the last heartbeat told. */
  readonly percent: number;
  /** Further attempts of this run so far, and why the last one failed. */
  readonly retries: number;
  readonly failure: { readonly type: ErrorType; readonly message: string } | null;
}

/** The todos whose activities run in a workflow, by id; none when there is no such workflow. */
export async function liveTodosOf(handle: WorkflowHandle): Promise<Map<string, LiveTodo>> {
  const described = await handle.describe().catch((error: unknown) => {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  });
  const activities = described?.raw.pendingActivities ?? [];
  return new Map(
    activities.map((activity) => [
      todoOf(activity),
      {
        percent: percentOf(activity),
        retries: Math.max(0, (activity.attempt ?? 1) - 1),
        failure: failureOf(activity),
      },
    ]),
  );
}

/** A todo as it stands in its plan, with what is known of its run. */
export function withLive<Shown extends Todo>(
  todo: Shown,
  live: ReadonlyMap<string, LiveTodo>,
): Shown {
  if (todo.status !== "in_progress") return todo;
  const { percent = 0, retries = 0, failure = null } = live.get(todo.id) ?? {};
  return {
    ...todo,
    progress_percentage: percent,
    retry_count: Math.max(todo.retry_count, retries),
    ...(failure !== null && { error_type: failure.type, error_message: failure.message }),
  };
}

/** A plan's progress with the percents of what runs. */
export function withLivePercents(known: Progress, live: ReadonlyMap<string, LiveTodo>): Progress {
  const running = [...live.values()].reduce((sum, { percent }) => sum + percent, 0);
  return { ...known, percentage: percentageOf(known.counts, known.total, running) };
}

/** Activity ids are `<todo>.<run>`. */
function todoOf({ activityId }: PendingActivity): string {
  return (activityId ?? "").replace(/\.[0-9]+$/, "");
}

/** Heartbeats come from tools of any worker: what is no percentage counts as 0. */
function percentOf({ heartbeatDetails }: PendingActivity): number {
  const payload = heartbeatDetails?.payloads?.[0];
  if (payload == null) return 0;
  try {
    const details = defaultPayloadConverter.fromPayload<{ percentage?: unknown } | null>(payload);
    const percentage = details?.percentage;
    return typeof percentage === "number" ? Math.min(100, Math.max(0, percentage)) : 0;
  } catch {
    return 0;
  }
}

function failureOf({ lastFailure }: PendingActivity): LiveTodo["failure"] {
  if (lastFailure == null) return null;
  const told = lastFailure.applicationFailureInfo?.type;
  const usual = lastFailure.timeoutFailureInfo == null ? "api_error" : "timeout";
  const type = ERROR_TYPES.find((known) => known === told) ?? usual;
  const message = lastFailure.message || "It failed without a message.";
  return { type, message: message.slice(0, LIMITS.error_message).toWellFormed() };
}

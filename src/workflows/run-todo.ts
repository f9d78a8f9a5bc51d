import {
  ActivityCancellationType,
  ActivityFailure,
  ApplicationFailure,
  isCancellation,
  proxyActivities,
  sleep,
  TimeoutFailure,
  upsertMemo,
} from "@temporalio/workflow";
import type { ToolActivity } from "../activities/activity-types.ts";
import { say, type Wording } from "../contract/sentences/sentence.ts";
import {
  APPROVAL_LACKING,
  TOOL_LACKING,
  toolWaitNote,
  WORKER_STOPPED,
  WRITE_OUTPUT,
} from "../contract/tables/temporal-names.ts";
import type { Json, JsonObject } from "../contract/text.ts";
import {
  completed,
  failed,
  keyOf,
  timeoutWording,
  todoContext,
  wordingOf,
  type TodoContext,
} from "../plan/attempts.ts";
import type { RunTodo } from "../plan/effects.ts";
import { todoActivityId } from "../plan/model/activity-id.ts";
import type { AttemptKey, EndReport } from "../plan/model/commands.ts";
import { shortTitle } from "../text/short-title.ts";
import { readTaken, UNREAD_RESULT } from "./read-payload.ts";

/**
 * Short enough that a killed worker's todo runs again within seconds; the tool wrapper heartbeats by
 * itself. Workers of other queues may not heartbeat, so theirs is not watched.
 */
const HEARTBEAT_TIMEOUT_MS = 4_000;

/**
 * How long a call waits that came to a worker without its tool, each time that it does: while workers are being
 * replaced, another one has the tool, or has it soon.
 */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

/**
 * Makes one attempt of a todo's run as an activity: whatever happens is a report, and the plan says
 * what follows.
 * @throws Error as `readTaken` while its result is missing.
 */
export function runTodo(planId: string, run: RunTodo): Promise<EndReport> {
  const about = keyOf(run);
  return callActivity(planId, run).then(
    (answer): EndReport => {
      const reading = readTaken(answer);
      if ("value" in reading) return completed(run, (reading.value ?? null) as Json);
      const message = say("result_no_json", { why: reading.unreadable });
      return { type: "todo_failed", ...about, error_type: "validation_error", message };
    },
    (error: unknown): EndReport => {
      if (isRequeued(error, run.task_queue)) return { type: "todo_requeued", ...about };
      if (isGivenBack(error, run.task_queue, APPROVAL_LACKING)) {
        return { type: "todo_unapproved", ...about };
      }
      const report = toReport(error, about);
      // No attempt of the tool's was made, so none is used up; and more of them would end the same.
      if (isToolLacking(error, run.task_queue)) return { ...report, final: true } as EndReport;
      return report;
    },
  );
}

/**
 * Whether the attempt ended because its worker was told to stop and may be repeated. Somebody
 * stops a worker; so this comes to an end, which a worker that a todo makes crash would not.
 */
export function isRequeued(error: unknown, task_queue: string | null): boolean {
  return isGivenBack(error, task_queue, WORKER_STOPPED);
}

function isToolLacking(error: unknown, task_queue: string | null): boolean {
  return isGivenBack(error, task_queue, TOOL_LACKING);
}

/** Whether a worker of the plan's own queue has given the attempt back, for this reason. */
function isGivenBack(error: unknown, task_queue: string | null, why: string): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  // What workers of other queues mean by it is not known.
  return task_queue === null && cause instanceof ApplicationFailure && cause.type === why;
}

/** Answers the result unread: a worker in another language may send anything. */
function callActivity(planId: string, run: RunTodo): Promise<unknown> {
  return callTool({
    activity_id: `${todoActivityId(run.todo_id, run.run)}${isWriting(run) ? ".output" : ""}`,
    tool_name: run.tool_name,
    args: run.args,
    timeout_seconds: run.timeout_seconds,
    task_queue: run.task_queue,
    priority: run.priority,
    context: todoContext(planId, run),
  });
}

/** One call of a tool, as it is made. */
export interface ToolCall {
  readonly activity_id: string;
  readonly tool_name: string;
  readonly args: JsonObject;
  readonly timeout_seconds: number;
  readonly task_queue: string | null;
  readonly priority: number;
  readonly context: TodoContext;
}

/**
 * Calls a tool once, as an activity, and answers the result unread. A worker that does not have the tool
 * gives the call back, and it goes out again after a while; meanwhile people are told what it waits for.
 */
export function callTool(call: ToolCall): Promise<unknown> {
  return callOnce(call).catch((error: unknown) => {
    if (!isToolLacking(error, call.task_queue)) throw error;
    return callAgain(call, error);
  });
}

async function callAgain(call: ToolCall, first: unknown): Promise<unknown> {
  const { activity_id, tool_name: tool, context } = call;
  const note = toolWaitNote(`${context.todo_id}.${context.run}`, activity_id);
  let lacking = first;
  upsertMemo({ [note]: say("waits_for_tool", { tool }) });
  try {
    for (const wait of WAITS_MS) {
      await sleep(wait);
      try {
        return await callOnce(call);
      } catch (error) {
        if (!isToolLacking(error, call.task_queue)) throw error;
        lacking = error;
      }
    }
    throw lacking;
  } finally {
    upsertMemo({ [note]: null });
  }
}

function callOnce(call: ToolCall): Promise<unknown> {
  const { activity_id, tool_name, args, timeout_seconds, task_queue, priority, context } = call;
  const activities = proxyActivities<Record<string, ToolActivity>>({
    activityId: activity_id,
    startToCloseTimeout: timeout_seconds * 1_000,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    // Further attempts are the plan's: Temporal's own go on while a plan is paused, and know neither
    // the strategy of a failure nor that a timeout has one.
    retry: { maximumAttempts: 1 },
    summary: shortTitle(context.title),
    priority: { priorityKey: priorityKeyOf(priority) },
    activityTypeInfo: { [tool_name]: UNREAD_RESULT },
    ...(task_queue === null
      ? { heartbeatTimeout: HEARTBEAT_TIMEOUT_MS }
      : { taskQueue: task_queue }),
  });
  return activities[tool_name]!(args, context);
}

/** Whether a result is written, and no tool runs. */
export function isWriting({ tool_name }: RunTodo): boolean {
  return tool_name === WRITE_OUTPUT;
}

/** A plan's priorities 0–10 (higher first) as Temporal's keys 5–1 (lower first). */
function priorityKeyOf(priority: number): number {
  return Math.round(5 - priority * 0.4);
}

/** How an attempt ended that an error ended. */
export function toReport(error: unknown, about: AttemptKey): EndReport {
  if (isCancellation(error)) return { type: "todo_cancelled", ...about };
  const cause = causeOf(error);
  if (cause instanceof ApplicationFailure) return failed(about, cause);
  const error_type = cause instanceof TimeoutFailure ? "timeout" : "api_error";
  return { type: "todo_failed", ...about, error_type, message: messageOf(cause) };
}

function causeOf(error: unknown): unknown {
  return error instanceof ActivityFailure ? (error.cause ?? error) : error;
}

/** Why an activity failed, for people. */
export function messageOf(error: unknown): Wording {
  const cause = causeOf(error);
  if (cause instanceof TimeoutFailure) return timeoutWording(cause);
  if (cause instanceof ApplicationFailure) return wordingOf(cause);
  return wordingOf({ message: cause instanceof Error ? cause.message : String(cause) });
}

import type { Client, WorkflowExecutionDescription } from "@temporalio/client";
import { decodeOptionalFailureToOptionalError } from "@temporalio/common/lib/internal-non-workflow/codec-helpers.js";
import { optionalTsToDate } from "@temporalio/common/lib/time.js";
import proto, { type temporal } from "@temporalio/proto";
import { refusal, Refusal } from "../../../contract/problems/problem-error.ts";
import { say } from "../../../contract/sentences/sentence.ts";
import { TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";
import { lockedKeyIn, payloadLocked } from "./temporal-refusal.ts";

const { WorkflowTaskFailedCause } = proto.temporal.api.enums.v1;
/** Temporal gave a task up for what was sent meanwhile: more than it keeps beside a task, or something before the run could end. */
const ACCIDENTS: readonly unknown[] = [
  WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_FORCE_CLOSE_COMMAND,
  WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_UNHANDLED_COMMAND,
];
type HistoryEvent = temporal.api.history.v1.IHistoryEvent;

/**
 * Each worker that dies in the middle of a task, and each that a busy machine makes late, leaves one try unanswered,
 * and nobody may end a sound plan for that. So many in a row, for half a minute, are no accident.
 */
const UNANSWERED_TRIES = 6;
/** The failure stands before what was sent to the plan since. */
const NEWEST_EVENTS = 20;

/** What becomes of every task of a plan that no worker can go on with. */
export interface Stuck {
  /** How often its workflow task was begun. */
  readonly attempt: number;
  /** Since when, as far as Temporal's newest events tell. */
  readonly since: string | null;
  /** What Temporal kept of the failure; null where no worker answered. */
  readonly says: string | null;
  /** Whether the worker's code does something else than what the plan has done. */
  readonly isOtherCode: boolean;
}

/**
 * Whether a plan's workflow task fails again and again, by what Temporal knows. Nothing is wrong with
 * one that waits, has ended, or whose workers died a few times.
 */
export async function stuckIn(
  client: Client,
  described: WorkflowExecutionDescription,
): Promise<Stuck | undefined> {
  const attempt = described.raw.pendingWorkflowTask?.attempt ?? 0;
  if (described.status.name !== "RUNNING" || attempt < 2) return undefined;
  const events = await newestEvents(client, described);
  const last = events.find(isFailure);
  const cause = last?.workflowTaskFailedEventAttributes?.cause;
  const isAccident = last === undefined || cause == null || ACCIDENTS.includes(cause);
  // The latest one still runs.
  if (isAccident && attempt <= UNANSWERED_TRIES) return undefined;
  const says = isAccident ? null : await messageOf(client, described, last);
  const isOtherCode =
    cause === WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR;
  const since = optionalTsToDate(last?.eventTime)?.toISOString() ?? null;
  return { attempt, since, says, isOtherCode };
}

/**
 * Why nobody answers for a plan, where the plan itself is the reason: its key is missing, it is stuck, or
 * was when it was terminated, and from then on Temporal lets nobody ask it.
 */
export async function whyUnanswered(client: Client, planId: string): Promise<Refusal | undefined> {
  let described: WorkflowExecutionDescription;
  try {
    described = await client.workflow.getHandle(TEMPORAL_NAMES.plan_prefix + planId).describe();
  } catch (error) {
    const key = lockedKeyIn(String(error));
    if (key === undefined) throw error;
    return payloadLocked(key);
  }
  if (described.status.name !== "TERMINATED") {
    const stuck = await stuckIn(client, described);
    return stuck && planStuck(planId, stuck);
  }
  const [end, ...before] = await newestEvents(client, described);
  if (!before.some(isFailure)) return undefined;
  const reason = end?.workflowExecutionTerminatedEventAttributes?.reason;
  return refusal(
    "plan_stuck",
    say("plan_terminated_unread", { plan: planId, why: reason || say("no_reason_given") }),
    say("read_in_temporal"),
  );
}

/** What is answered in place of a plan that is stuck. */
function planStuck(plan: string, { attempt, says, isOtherCode }: Stuck): Refusal {
  const key = says === null ? undefined : lockedKeyIn(says);
  // Nothing is wrong with the plan: nobody is to end it for a key that its workers lack.
  if (key !== undefined) return payloadLocked(key);
  const why = says ?? say("worker_never_answered");
  return new Refusal({
    code: "plan_stuck",
    detail: say("plan_stuck", { plan, count: attempt, why }),
    hint: say(isOtherCode ? "mend_other_code" : "mend_stuck_plan", { plan }),
    legal: ["terminate"],
  });
}

/** A task failed or was not answered in time; Temporal keeps the first of several in a row. */
function isFailure(event: HistoryEvent): boolean {
  const { workflowTaskFailedEventAttributes: failed, workflowTaskTimedOutEventAttributes: late } =
    event;
  return failed != null || late != null;
}

/** The newest events, latest first, up to what a worker did last. */
async function newestEvents(
  client: Client,
  { workflowId, runId }: WorkflowExecutionDescription,
): Promise<readonly HistoryEvent[]> {
  const { workflowService, options } = client;
  const request = {
    namespace: options.namespace,
    execution: { workflowId, runId },
    maximumPageSize: NEWEST_EVENTS,
  };
  const { history } = await workflowService.getWorkflowExecutionHistoryReverse(request);
  const events = history?.events ?? [];
  const done = events.findIndex((event) => event.workflowTaskCompletedEventAttributes != null);
  return done === -1 ? events : events.slice(0, done);
}

async function messageOf(
  { options }: Client,
  { workflowId }: WorkflowExecutionDescription,
  { workflowTaskFailedEventAttributes: failed }: HistoryEvent,
): Promise<string> {
  const context = { type: "workflow", namespace: options.namespace, workflowId } as const;
  const error = await decodeOptionalFailureToOptionalError(
    options.loadedDataConverter,
    failed?.failure,
    context,
  );
  return error?.message || String(failed?.cause ?? "");
}

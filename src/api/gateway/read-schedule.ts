import {
  WorkflowFailedError,
  type Client,
  type ScheduleDescription,
  type ScheduleExecutionResult,
  type ScheduleOverlapPolicy,
} from "@temporalio/client";
import { ChildWorkflowFailure, rootCause } from "@temporalio/common";
import type { PlanSchedule } from "../../contract/schedule.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import type { OverlapRule } from "../../contract/tables/vocabulary.ts";
import { unlessGone } from "../../temporal/connection/runs/unless-gone.ts";
import type { ScheduledPlanInput } from "../../workflows/scheduled-plan.workflow.ts";
import { scheduledPlanId } from "../../workflows/wire/plan-start.ts";

export const OVERLAPS: Record<OverlapRule, ScheduleOverlapPolicy> = {
  skip: "SKIP",
  buffer_one: "BUFFER_ONE",
  allow_all: "ALLOW_ALL",
};

/**
 * A schedule of Temporal's as the API tells it.
 * @param runs how many of its last runs; all that Temporal has when absent.
 */
export async function readSchedule(
  client: Client,
  id: string,
  found: ScheduleDescription,
  runs = Number.POSITIVE_INFINITY,
): Promise<PlanSchedule> {
  const { policies, state, info } = found;
  const { template_id, values, owner, rules, note } = startedBy(found);
  const overlap = (Object.keys(OVERLAPS) as OverlapRule[]).find(
    (rule) => OVERLAPS[rule] === policies.overlap,
  );
  const last = info.recentActions.slice(-runs);
  return {
    id,
    template_id,
    values: values as PlanSchedule["values"],
    owner,
    ...rules,
    overlap: overlap ?? "skip",
    catchup_seconds: policies.catchupWindow / 1_000,
    paused: state.paused,
    paused_because: (state.paused && state.note) || null,
    note: note || null,
    // Temporal keeps the times that were next when it was paused.
    next_runs: state.paused ? [] : info.nextActionTimes.map((time) => time.toISOString()),
    recent_runs: await Promise.all(
      last.map(async (run) => toRun(run, await whyFailed(client, run))),
    ),
    runs: info.numActionsTaken,
    missed: info.numActionsMissedCatchupWindow,
    skipped: info.numActionsSkippedOverlap + Number(found.raw.info?.bufferDropped ?? 0),
  };
}

function toRun(
  { action, scheduledAt, takenAt }: ScheduleExecutionResult,
  failed_because: string | null,
): PlanSchedule["recent_runs"][number] {
  return {
    plan_id: scheduledPlanId(action.workflow.workflowId),
    scheduled_at: scheduledAt.toISOString(),
    started_at: takenAt.toISOString(),
    failed_because,
  };
}

/** Why a run made no plan, or what its plan failed with, as long as Temporal has it. */
async function whyFailed(
  client: Client,
  { action: { workflow } }: ScheduleExecutionResult,
): Promise<string | null> {
  const { workflowId, firstExecutionRunId } = workflow;
  const handle = client.workflow.getHandle(workflowId, firstExecutionRunId);
  const run = await unlessGone(handle.describe());
  if (run === undefined || ["RUNNING", "COMPLETED"].includes(run.status.name)) return null;
  if (run.status.name !== "FAILED") {
    // Who ends, or resets, what made a plan has not kept that plan from being made.
    const made = TEMPORAL_NAMES.plan_prefix + scheduledPlanId(workflowId);
    const plan = await unlessGone(client.workflow.getHandle(made).describe());
    if (plan !== undefined) return null;
  }
  try {
    await unlessGone(handle.result());
    return null;
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    // It lasts as long as its plan: one that was ended in Temporal has not failed.
    if (error.cause instanceof ChildWorkflowFailure) return null;
    return rootCause(error.cause) ?? error.message;
  }
}

/** What each run of a schedule begins with. */
export function startedBy({ action }: Pick<ScheduleDescription, "action">): ScheduledPlanInput {
  const [started] = (action.args ?? []) as unknown as [ScheduledPlanInput];
  return started;
}

import {
  ApplicationFailure,
  ChildWorkflowFailure,
  ParentClosePolicy,
  proxyActivities,
  startChild,
  workflowInfo,
} from "@temporalio/workflow";
import type { OwnActivities } from "../activities/activity-types.ts";
import type { ProofKey } from "../contract/plan/proof.ts";
import type { ScheduleTimes } from "../contract/schedule.ts";
import type { ParameterValues } from "../contract/template.ts";
import type { PlanOutcome, planWorkflow } from "./plan.workflow.ts";
import { assertScheduledInput } from "./read-input.ts";
import { now } from "./this-run.ts";
import { planStartOptions, scheduledPlanId } from "./wire/plan-start.ts";

export interface ScheduledPlanInput {
  readonly template_id: string;
  readonly values: ParameterValues;
  /** Whoever made the schedule owns its plans. */
  readonly owner: string;
  /** The keys of the API from which its plans take commands. */
  readonly proof_keys?: readonly ProofKey[];
  /** The schedule's rules as they were written, for whoever reads the schedule. */
  readonly rules: ScheduleTimes;
  /** What people wrote of it; Temporal has one note, which is that of whoever paused it while it is paused. */
  readonly note?: string | null;
  /** Another with each save, by which whoever saves it sees whether it was saved. */
  readonly saved_as: string;
}

/**
 * What a schedule starts when its time comes: makes a plan of the template as it is then, and lasts
 * as long as that plan, so that the schedule knows what still runs. The plan outlives it.
 */
export async function scheduledPlanWorkflow(input: ScheduledPlanInput): Promise<PlanOutcome> {
  // Anyone can start this by hand with anything.
  assertScheduledInput(input);
  const { template_id, values, owner, proof_keys } = input;
  const { "holdpoint.instantiate_template": instantiate } = proxyActivities<OwnActivities>({
    startToCloseTimeout: 30_000,
    scheduleToCloseTimeout: 3_600_000,
    summary: `Plan from template ${template_id}`,
  });
  const made = await instantiate({
    template_id,
    values,
    owner,
    plan_id: scheduledPlanId(workflowInfo().workflowId),
    at: now(),
    ...(proof_keys && { proof_keys }),
  });
  const plan = await startChild<typeof planWorkflow>("planWorkflow", {
    ...planStartOptions(made),
    parentClosePolicy: ParentClosePolicy.ABANDON,
    workflowIdReusePolicy: "REJECT_DUPLICATE",
  });
  try {
    const { plan_id, status, ended_because, progress } = await plan.result();
    return { plan_id, status, ended_because, progress };
  } catch (error) {
    if (error instanceof ChildWorkflowFailure && error.cause instanceof ApplicationFailure) {
      throw ApplicationFailure.nonRetryable(error.cause.message, error.cause.type);
    }
    throw error;
  }
}

import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import { ParentClosePolicy, proxyActivities, startChild } from "@temporalio/workflow";
import type { OwnActivities } from "../activities/activity-types.ts";
import { TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import { assertEndedInput } from "./read-input.ts";
import { planStartOptions, type FirstCommand } from "./wire/plan-start.ts";

export interface EndedPlanInput {
  readonly plan_id: string;
  /** The run that has ended. */
  readonly run_id: string;
  /** The digest of the request that made the plan: the next run keeps it. */
  readonly request?: string;
  /** The command by which the plan goes on; without it the plan is deleted. */
  readonly first?: FirstCommand;
}

/**
 * The one thing that becomes of an ended run of a plan: the plan goes on in a new run, or is deleted.
 * The workflow's id names the run, so of two who want something of it one comes first, and whatever
 * is killed meanwhile, it is done as a whole.
 */
export async function endedPlanWorkflow(input: EndedPlanInput): Promise<void> {
  // Anyone can start this by hand with anything.
  assertEndedInput(input);
  const { plan_id, run_id, request, first } = input;
  const run = { plan_id, run_id };
  const times = {
    startToCloseTimeout: 60_000,
    scheduleToCloseTimeout: 3_600_000,
    summary: `Plan ${plan_id}`,
  };
  const activities = proxyActivities<OwnActivities>(times);
  const memo = request === undefined ? {} : { request };
  if (first === undefined) {
    // From now on nobody finds the plan, and its id stays taken.
    const workflowId = TEMPORAL_NAMES.plan_prefix + plan_id;
    await startNext(TEMPORAL_NAMES.deleted_workflow, { workflowId, memo, args: [] });
    // Many files take their time; whoever was killed over them is missed soon.
    const watched = { ...times, startToCloseTimeout: 600_000, heartbeatTimeout: 5_000 };
    return proxyActivities<OwnActivities>(watched)["holdpoint.delete_plan"](run);
  }
  const state = await activities["holdpoint.read_ended"](run);
  if (state === null) return;
  const options = planStartOptions(state, first);
  await startNext(TEMPORAL_NAMES.plan_workflow, { ...options, memo: { ...options.memo, ...memo } });
  // The new run has it all: lists show a plan once.
  await activities["holdpoint.delete_run"](run);
}

/** What is left of a deleted plan: its id, so that no other plan takes it for a repeat's. */
export async function deletedPlanWorkflow(): Promise<void> {}

async function startNext(
  type: string,
  options: { readonly workflowId: string; readonly args: unknown[]; readonly memo: object },
): Promise<void> {
  try {
    await startChild(type, {
      ...options,
      memo: { ...options.memo },
      parentClosePolicy: ParentClosePolicy.ABANDON,
      workflowIdReusePolicy: "ALLOW_DUPLICATE",
    });
  } catch (error) {
    // Somebody started one by hand.
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

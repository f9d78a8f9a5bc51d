import { setTimeout as sleep } from "node:timers/promises";
import { Context, getClient } from "@temporalio/activity";
import { TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import { endFromOutside } from "../plan/end-from-outside.ts";
import { fromLastState, type LastState } from "../plan/model/packing/last-state.ts";
import { loadPlan } from "../plan/model/plan.ts";
import type { PlanState } from "../plan/model/state/state.ts";
import { hasGrpcStatus } from "../temporal/connection/grpc-status.ts";
import { readLastState } from "../temporal/connection/payloads/last-state.ts";
import { quoted } from "../temporal/connection/quoted.ts";
import { readOutsideEnd } from "../temporal/connection/runs/outside-end.ts";
import { unlessGone } from "../temporal/connection/runs/unless-gone.ts";
import type { OwnActivities } from "./activity-types.ts";
import { forgetPlan } from "./tools/forget-plan.ts";
import { startHeartbeat, workspaceOf, type ToolActivityDeps } from "./tools/tool-activity.ts";

/**
 * How often it is looked whether Temporal's lists have forgotten a run, and how many times. The
 * embedded server needs some 50 ms, and seconds for a run that has ended just now; others may take
 * half a minute: that is not waited for, as a person waits for the answer.
 */
const LOOK_EVERY_MS = 50;
const LOOKS = 20;

type EndedActivities = Pick<
  OwnActivities,
  "holdpoint.read_ended" | "holdpoint.delete_run" | "holdpoint.delete_plan"
>;

/** What is done with plans that have ended. */
export function endedPlanActivities({ artifacts, workspaces }: ToolActivityDeps): EndedActivities {
  return {
    async "holdpoint.read_ended"({ plan_id, run_id }) {
      const client = getClient();
      const { workflow } = client;
      const id = TEMPORAL_NAMES.plan_prefix + plan_id;
      const newest = await unlessGone(workflow.getHandle(id).describe());
      if (newest?.runId !== run_id || newest.status.name === "RUNNING") return null;
      const run = workflow.getHandle(id, run_id, { followRuns: false });
      const told = (await readLastState(run, artifacts)) as LastState | undefined;
      if (told !== undefined) return fromLastState(told);
      const plan = loadPlan(await run.query<PlanState>("state"));
      const end = await readOutsideEnd(client, { workflowId: id, runId: run_id });
      if (end === undefined) return plan.state;
      const running = [...plan.running];
      endFromOutside(plan, end);
      await Promise.all(running.map((todo) => endLongTodo(`${id}.${todo}`)));
      return plan.state;
    },

    async "holdpoint.delete_run"({ plan_id, run_id }) {
      const workflowId = TEMPORAL_NAMES.plan_prefix + plan_id;
      await deleteRun(workflowId, run_id);
      await untilUnlisted(`WorkflowId = ${quoted(workflowId)} AND RunId = ${quoted(run_id)}`);
    },

    async "holdpoint.delete_plan"({ plan_id, run_id }) {
      const heartbeat = startHeartbeat(Context.current());
      await deletePlan(plan_id, run_id).finally(heartbeat.stop);
    },
  };

  async function deletePlan(plan_id: string, run_id: string): Promise<void> {
    const { deleted_workflow, ended_prefix, plan_prefix } = TEMPORAL_NAMES;
    const workflowId = plan_prefix + plan_id;
    // Plans' ids hold no dot: what begins so is of this plan.
    const runs = [
      `WorkflowId = ${quoted(workflowId)}`,
      `WorkflowId STARTS_WITH ${quoted(`${workflowId}.`)}`,
      `WorkflowId STARTS_WITH ${quoted(`${ended_prefix}${plan_id}.`)}`,
    ].join(" OR ");
    for await (const run of getClient().workflow.list({ query: runs })) {
      const isOfDeletion = run.type === deleted_workflow || run.workflowId.endsWith(`.${run_id}`);
      if (!isOfDeletion) await deleteRun(run.workflowId, run.runId);
    }
    // It may have ended too short a time ago to be listed.
    await deleteRun(workflowId, run_id);
    await forgetPlan(plan_id, { workspace: workspaceOf(workspaces, plan_id), artifacts });
    const { plan_workflow } = TEMPORAL_NAMES;
    await untilUnlisted(
      `WorkflowId = ${quoted(workflowId)} AND WorkflowType = ${quoted(plan_workflow)}`,
    );
  }
}

/** The workflow that a todo may have of its own outlives a plan that was ended in Temporal, and has the id of the next one. */
async function endLongTodo(workflowId: string): Promise<void> {
  const handle = getClient().workflow.getHandle(workflowId);
  await unlessGone(handle.terminate("Its plan was ended in Temporal."));
}

async function deleteRun(workflowId: string, runId: string): Promise<void> {
  const { workflowService, options } = getClient();
  const request = { namespace: options.namespace, workflowExecution: { workflowId, runId } };
  await workflowService.deleteWorkflowExecution(request).catch((error: unknown) => {
    if (!hasGrpcStatus(error, "NOT_FOUND")) throw error;
  });
}

async function untilUnlisted(query: string): Promise<void> {
  const { workflow } = getClient();
  for (let look = 1; look <= LOOKS && (await workflow.count(query)).count > 0; look += 1) {
    await sleep(LOOK_EVERY_MS);
  }
}

/** Those that are not over: a workflow that an operator paused in Temporal goes on some day. */
const OPEN = ["RUNNING", "PAUSED"];

/** Which of the workflows have ended, and how; one that Temporal does not know has ended, too. */
export const findEnded: OwnActivities["holdpoint.find_ended"] = async ({ workflow_ids }) => {
  const { workflow } = getClient();
  const statuses = await Promise.all(
    workflow_ids.map(async (id) => {
      const found = await unlessGone(workflow.getHandle(id).describe());
      return [id, found?.status.name ?? "NOT_FOUND"] as const;
    }),
  );
  return Object.fromEntries(statuses.filter(([, status]) => !OPEN.includes(status)));
};

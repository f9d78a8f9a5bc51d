import { setTimeout as sleep } from "node:timers/promises";
import {
  WorkflowNotFoundError,
  type Client,
  type WorkflowClient,
  type WorkflowExecutionDescription,
  type WorkflowHandle,
} from "@temporalio/client";
import { decodeFromPayloadsAtIndex } from "@temporalio/common/lib/internal-non-workflow/codec-helpers.js";
import { TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";
import type { Percents } from "../../../plan/model/progress.ts";

/** How long a workflow may take to say what follows from an activity that has ended: looks, and ms. */
const LOOKS = 5;
const LOOK_EVERY_MS = 20;

/**
 * A workflow as Temporal knows it, if it can be had at a moment when it has taken note of everything
 * that happened to it: an activity that ended is gone before its workflow knows its end.
 */
async function describeSettled(
  handle: WorkflowHandle,
  isSettled: (described: WorkflowExecutionDescription) => boolean = ({ raw }) =>
    raw.pendingWorkflowTask == null,
): Promise<WorkflowExecutionDescription | undefined> {
  for (let look = 1; ; look += 1) {
    const described = await handle.describe().catch((error: unknown) => {
      if (error instanceof WorkflowNotFoundError) return undefined;
      throw error;
    });
    if (described === undefined || isSettled(described) || look === LOOKS) return described;
    await sleep(LOOK_EVERY_MS);
  }
}

/**
 * A plan's workflow as Temporal knows it, and how far its todos are: those that run in it, and the
 * long ones that this run of it has started in workflows of their own.
 */
export async function lookAt(
  { workflow }: Client,
  planId: string,
): Promise<{ described: WorkflowExecutionDescription; live: Percents } | undefined> {
  const described = await describeSettled(workflow.getHandle(TEMPORAL_NAMES.plan_prefix + planId));
  if (described === undefined) return undefined;
  const long = (described.raw.pendingChildren ?? []).map(({ workflowId }) =>
    workflow.getHandle(workflowId ?? ""),
  );
  return { described, live: await percentsWith(await percentsIn(workflow, described), long) };
}

/** How far the todos are whose activities run in a workflow, as their last heartbeats told. */
async function percentsIn(
  client: WorkflowClient,
  described: WorkflowExecutionDescription | undefined,
): Promise<Percents> {
  const todos = (described?.raw.pendingActivities ?? []).filter(({ activityId }) =>
    /.\.[0-9]+$/.test(activityId ?? ""),
  );
  const { namespace, loadedDataConverter } = client.options;
  const context = { type: "workflow", namespace, workflowId: described?.workflowId ?? "" } as const;
  const percents = todos.map(async (todo) => {
    const details = await decodeFromPayloadsAtIndex<{ percentage?: unknown } | null | undefined>(
      loadedDataConverter,
      0,
      todo.heartbeatDetails?.payloads,
      context,
    ).catch(() => null);
    return [todo.activityId ?? "", percentOf(details?.percentage)] as const;
  });
  return Object.fromEntries(await Promise.all(percents));
}

/** How far the todos of a plan are: those that run in its workflow, and those of long todos' own. */
export async function percentsWith(
  here: Percents,
  long: readonly WorkflowHandle[],
): Promise<Percents> {
  return Object.assign({}, here, ...(await Promise.all(long.map(percentsOfLong)))) as Percents;
}

/** The percent of a long todo in its own workflow, which ends once it has told the plan what became of it. */
async function percentsOfLong(handle: WorkflowHandle): Promise<Percents> {
  return percentsIn(
    handle.client,
    await describeSettled(
      handle,
      ({ status, raw }) => status.name !== "RUNNING" || (raw.pendingActivities ?? []).length > 0,
    ),
  );
}

/** Heartbeats come from tools of any worker: what is no percentage counts as 0. */
function percentOf(percentage: unknown): number {
  return typeof percentage === "number" ? Math.min(100, Math.max(0, percentage)) : 0;
}

import { setTimeout as sleep } from "node:timers/promises";
import type {
  Client,
  WorkflowClient,
  WorkflowExecutionDescription,
  WorkflowHandle,
} from "@temporalio/client";
import { decodeFromPayloadsAtIndex } from "@temporalio/common/lib/internal-non-workflow/codec-helpers.js";
import { LIMITS } from "../../../contract/tables/limits.ts";
import { TEMPORAL_NAMES } from "../../../contract/tables/temporal-names.ts";
import type { LiveProgress, ToldProgress } from "../../../plan/model/progress.ts";
import { unlessGone } from "../../../temporal/connection/runs/unless-gone.ts";

/** What a heartbeat holds. */
interface Told {
  readonly percentage?: unknown;
  readonly message?: unknown;
}

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
    const described = await unlessGone(handle.describe());
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
): Promise<{ described: WorkflowExecutionDescription; live: LiveProgress } | undefined> {
  const described = await describeSettled(workflow.getHandle(TEMPORAL_NAMES.plan_prefix + planId));
  if (described === undefined) return undefined;
  const long = (described.raw.pendingChildren ?? []).map(({ workflowId }) =>
    workflow.getHandle(workflowId ?? ""),
  );
  return { described, live: await progressWith(await progressIn(workflow, described), long) };
}

/** How far the todos are whose activities run in a workflow, as their last heartbeats told. */
async function progressIn(
  client: WorkflowClient,
  described: WorkflowExecutionDescription | undefined,
): Promise<LiveProgress> {
  const todos = (described?.raw.pendingActivities ?? []).filter(({ activityId }) =>
    /.\.[0-9]+$/.test(activityId ?? ""),
  );
  const { namespace, loadedDataConverter } = client.options;
  const context = { type: "workflow", namespace, workflowId: described?.workflowId ?? "" } as const;
  const progress = todos.map(async (todo) => {
    const details = await decodeFromPayloadsAtIndex<Told | null | undefined>(
      loadedDataConverter,
      0,
      todo.heartbeatDetails?.payloads,
      context,
    ).catch(() => null);
    return [todo.activityId ?? "", toProgress(details ?? {})] as const;
  });
  return Object.fromEntries(await Promise.all(progress));
}

/** How far the todos of a plan are: those that run in its workflow, and those of long todos' own. */
export async function progressWith(
  here: LiveProgress,
  long: readonly WorkflowHandle[],
): Promise<LiveProgress> {
  return Object.assign({}, here, ...(await Promise.all(long.map(progressOfLong)))) as LiveProgress;
}

/** How far a long todo is in its own workflow, which ends once it has told the plan what became of it. */
async function progressOfLong(handle: WorkflowHandle): Promise<LiveProgress> {
  return progressIn(
    handle.client,
    await describeSettled(
      handle,
      ({ status, raw }) => status.name !== "RUNNING" || (raw.pendingActivities ?? []).length > 0,
    ),
  );
}

/** Heartbeats come from tools of any worker: what is no percentage counts as 0. */
function toProgress({ percentage, message }: Told): ToldProgress {
  return {
    percentage: typeof percentage === "number" ? Math.min(100, Math.max(0, percentage)) : 0,
    ...(typeof message === "string" && {
      message: message.slice(0, LIMITS.title).toWellFormed(),
    }),
  };
}

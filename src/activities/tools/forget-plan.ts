import { getClient, type Context } from "@temporalio/activity";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import type { ArtifactStore } from "../../temporal/connection/payloads/artifact-store.ts";
import { unlessGone } from "../../temporal/connection/runs/unless-gone.ts";
import { withDeadline } from "../../temporal/connection/with-deadline.ts";
import { removeWorkspace } from "../../tools/workspace-files.ts";

/** Deletes what a plan has on disk. Repeating it is harmless. */
export async function forgetPlan(
  planId: string,
  { workspace, artifacts }: { readonly workspace: string; readonly artifacts: ArtifactStore },
): Promise<void> {
  await removeWorkspace(workspace);
  await artifacts.forget(TEMPORAL_NAMES.plan_prefix + planId);
}

/** No plan is ended and deleted sooner than this after a tool of it has begun. */
const SOONEST_MS = 100;
/** A plan that cancels waits for its todo meanwhile. */
const ANSWER_MS = 1_000;

/**
 * Whether the plan of a tool has been deleted, which the tool may have outlived: a worker hears of it seconds later, and
 * never where it had been told to cancel before. False where Temporal does not say.
 * @param ranMs how long the tool has run.
 */
export async function isDeleted(
  { cancellationDetails }: Context,
  planId: string,
  ranMs: number,
): Promise<boolean> {
  if (ranMs < SOONEST_MS) return false;
  try {
    const { connection, workflow } = getClient();
    const plan = workflow.getHandle(TEMPORAL_NAMES.plan_prefix + planId);
    const found = await withDeadline(connection, ANSWER_MS, () => unlessGone(plan.describe()));
    if (found !== undefined) return found.type === TEMPORAL_NAMES.deleted_workflow;
    // Of a workflow that was written by hand, it may be no plan's id.
    return cancellationDetails?.notFound === true;
  } catch {
    return false;
  }
}

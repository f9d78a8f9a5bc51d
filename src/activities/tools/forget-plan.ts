import { getClient, type Context } from "@temporalio/activity";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import type { ArtifactStore } from "../../temporal/connection/payloads/artifact-store.ts";
import { unlessGone } from "../../temporal/connection/runs/unless-gone.ts";
import { removeWorkspace } from "../../tools/workspace-files.ts";

/** Deletes what a plan has on disk. Repeating it is harmless. */
export async function forgetPlan(
  planId: string,
  { workspace, artifacts }: { readonly workspace: string; readonly artifacts: ArtifactStore },
): Promise<void> {
  await removeWorkspace(workspace);
  await artifacts.forget(TEMPORAL_NAMES.plan_prefix + planId);
}

/** Whether the plan of a tool that runs has been deleted, which the tool may have outlived. */
export async function isDeleted(
  { cancellationDetails }: Context,
  planId: string,
): Promise<boolean> {
  if (cancellationDetails?.notFound !== true) return false;
  const plan = getClient().workflow.getHandle(TEMPORAL_NAMES.plan_prefix + planId);
  const found = await unlessGone(plan.describe());
  return found === undefined || found.type === TEMPORAL_NAMES.deleted_workflow;
}

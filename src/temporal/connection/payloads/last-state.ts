import { WorkflowFailedError, type WorkflowHandle } from "@temporalio/client";
import { ApplicationFailure } from "@temporalio/common";
import { MissingArtifactError, readJson, type ArtifactStore } from "./artifact-store.ts";

/**
 * The state that a plan's run told when it closed, packed, in its result or with its failure. Undefined where
 * it was closed or cancelled from outside, which tells nothing, and where its archive is gone. Waits
 * for the end of a run that has not closed.
 * @param handle of that run and none after it (`followRuns: false`).
 */
export async function readLastState(
  handle: Pick<WorkflowHandle, "result">,
  artifacts: ArtifactStore,
): Promise<unknown> {
  const { state, archive } = ((await readEnd(handle)) ?? {}) as {
    state?: unknown;
    archive?: unknown;
  };
  if (typeof archive !== "string") return state;
  try {
    return (await readJson<{ state?: unknown }>(artifacts, archive)).state;
  } catch (error) {
    if (error instanceof MissingArtifactError) return undefined;
    throw error;
  }
}

async function readEnd(handle: Pick<WorkflowHandle, "result">): Promise<unknown> {
  try {
    return await handle.result();
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    const { cause } = error;
    return cause instanceof ApplicationFailure ? cause.details?.[0] : undefined;
  }
}

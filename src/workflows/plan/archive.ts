import { defaultPayloadConverter } from "@temporalio/common";
import { proxyActivities } from "@temporalio/workflow";
import type { ArchivePart, OwnActivities } from "../../activities/activity-types.ts";
import { OFFLOAD_BYTES } from "../../contract/tables/temporal-names.ts";
import { toLastState, type LastState } from "../../plan/model/packing/last-state.ts";
import type { PlanState } from "../../plan/model/state/state.ts";

/** How many events stay in the state, for readers that lag a little. */
const KEPT_EVENTS = 500;
/** Archiving costs an activity, so it waits until there is something worth it. */
const WORTH_ARCHIVING = 1_000;
/**
 * A last state up to this is told with the end itself; who reads it there needs no artifact store. With the
 * outcome beside it, it stays below what is kept outside of Temporal.
 */
const TOLD_BYTES = OFFLOAD_BYTES - 4 * 1024;
/** With more todos than this a state is not even measured. */
const TOLD_TODOS = 400;

/** Where an ended plan's last state is found. */
export type LastStatePlace = { readonly state: LastState } | { readonly archive: string };

/**
 * Moves the older part of a long log to the artifact store. When the store does not answer the
 * events stay where they are: nothing is dropped.
 */
export async function archiveOldEvents(state: PlanState): Promise<void> {
  if (state.events.length < WORTH_ARCHIVING) return;
  const old = state.events.slice(0, -KEPT_EVENTS);
  const artifact = await archive(state.id, { events: old }, "Archive the plan's older events");
  if (artifact === undefined) return;
  state.archive.push({ from: old[0]!.seq, to: old.at(-1)!.seq, artifact });
  state.events.splice(0, old.length);
}

/**
 * Keeps the state of a plan that ends, for whoever reads it from then on. Undefined when the store
 * does not answer: a worker then replays the plan's history for them.
 */
export async function keepLastState(state: PlanState): Promise<LastStatePlace | undefined> {
  const last = toLastState(state);
  if (state.todos.length <= TOLD_TODOS && sizeOf(last) <= TOLD_BYTES) return { state: last };
  const artifact = await archive(state.id, { state: last }, "Archive the plan as it ended");
  return artifact === undefined ? undefined : { archive: artifact };
}

function sizeOf(state: LastState): number {
  return defaultPayloadConverter.toPayload(state).data?.length ?? 0;
}

async function archive(
  plan_id: string,
  part: ArchivePart,
  summary: string,
): Promise<string | undefined> {
  const { "holdpoint.archive": keep } = proxyActivities<OwnActivities>({
    startToCloseTimeout: 30_000,
    retry: { maximumAttempts: 3 },
    summary,
  });
  return keep({ plan_id, part }).catch(() => undefined);
}

import { proxyActivities } from "@temporalio/workflow";
import type { OwnActivities } from "../../activities/activity-types.ts";
import type { PlanState } from "../../plan/model/state/state.ts";

/** How many events stay in the state, for readers that lag a little. */
const KEPT_EVENTS = 500;
/** Archiving costs an activity, so it waits until there is something worth it. */
const WORTH_ARCHIVING = 1_000;

/**
 * Moves the older part of a long log to the artifact store. When the store does not answer the
 * events stay where they are: nothing is dropped.
 */
export async function archiveOldEvents(state: PlanState): Promise<void> {
  if (state.events.length < WORTH_ARCHIVING) return;
  const old = state.events.slice(0, -KEPT_EVENTS);
  const { "holdpoint.archive_events": archive } = proxyActivities<OwnActivities>({
    startToCloseTimeout: 30_000,
    retry: { maximumAttempts: 3 },
    summary: "Archive the plan's older events",
  });
  try {
    const artifact = await archive({ plan_id: state.id, events: old });
    state.archive.push({ from: old[0]!.seq, to: old.at(-1)!.seq, artifact });
    state.events.splice(0, old.length);
  } catch {
    return;
  }
}

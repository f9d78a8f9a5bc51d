import { WorkflowNotFoundError, type WorkflowHandle } from "@temporalio/client";
import { defaultPayloadConverter } from "@temporalio/common";
import type { temporal } from "@temporalio/proto";

type PendingActivity = temporal.api.workflow.v1.IPendingActivityInfo;

/** Percent by todo of the activities that run in a workflow; none when there is no such workflow. */
export async function percentsOf(handle: WorkflowHandle): Promise<Map<string, number>> {
  const described = await handle.describe().catch((error: unknown) => {
    if (error instanceof WorkflowNotFoundError) return undefined;
    throw error;
  });
  const activities = described?.raw.pendingActivities ?? [];
  return new Map(activities.map((activity) => [todoOf(activity), percentOf(activity)]));
}

/** Activity ids are `<todo>.<run>`. */
function todoOf({ activityId }: PendingActivity): string {
  return (activityId ?? "").replace(/\.[0-9]+$/, "");
}

/** Heartbeats come from tools of any worker: what is no percentage counts as 0. */
function percentOf({ heartbeatDetails }: PendingActivity): number {
  const payload = heartbeatDetails?.payloads?.[0];
  if (payload == null) return 0;
  try {
    const details = defaultPayloadConverter.fromPayload<{ percentage?: unknown } | null>(payload);
    const percentage = details?.percentage;
    return typeof percentage === "number" ? Math.min(100, Math.max(0, percentage)) : 0;
  } catch {
    return 0;
  }
}

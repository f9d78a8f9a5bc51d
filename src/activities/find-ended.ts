import { getClient } from "@temporalio/activity";
import { unlessGone } from "../temporal/connection/runs/unless-gone.ts";
import type { OwnActivities } from "./activity-types.ts";

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

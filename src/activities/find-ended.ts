import { getClient } from "@temporalio/activity";
import { WorkflowNotFoundError } from "@temporalio/client";
import type { OwnActivities } from "./activity-types.ts";

/** Those that are not over: a workflow that an operator paused in Temporal goes on some day. */
const OPEN = ["RUNNING", "PAUSED"];

/** Which of the workflows have ended, and how; one that Temporal does not know has ended, too. */
export const findEnded: OwnActivities["holdpoint.find_ended"] = async ({ workflow_ids }) => {
  const { workflow } = getClient();
  const statuses = await Promise.all(
    workflow_ids.map(async (id) => {
      try {
        return [id, (await workflow.getHandle(id).describe()).status.name] as const;
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return [id, "NOT_FOUND"] as const;
        throw error;
      }
    }),
  );
  return Object.fromEntries(statuses.filter(([, status]) => !OPEN.includes(status)));
};

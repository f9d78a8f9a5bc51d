import { getClient } from "@temporalio/activity";
import { unlessGone } from "../../temporal/connection/runs/unless-gone.ts";
import { withDeadline } from "../../temporal/connection/with-deadline.ts";

const ANSWER_MS = 10_000;

/**
 * What a workflow answers to a query; undefined where there is no such workflow any more.
 * @throws ServiceError, or Error when it has not answered within ten seconds.
 */
export async function askWorkflow<Answer>(
  workflowId: string,
  query: string,
  ...wanted: unknown[]
): Promise<Answer | undefined> {
  const { connection, workflow } = getClient();
  const asked = withDeadline(connection, ANSWER_MS, () =>
    workflow.getHandle(workflowId).query<Answer, unknown[]>(query, ...wanted),
  );
  return unlessGone(asked);
}

import { getClient } from "@temporalio/activity";
import type { KeptWebhook } from "../../contract/service/webhook.ts";
import { unlessGone } from "../../temporal/connection/runs/unless-gone.ts";
import { withDeadline } from "../../temporal/connection/with-deadline.ts";

const ANSWER_MS = 10_000;

/**
 * The webhooks as the workflow that keeps them has them now; none where there is no such workflow any more.
 * @throws ServiceError, or Error when it has not answered within ten seconds.
 */
export async function readWebhooks(webhooksWorkflow: string): Promise<readonly KeptWebhook[]> {
  const client = getClient();
  const handle = client.workflow.getHandle(webhooksWorkflow);
  const asked = withDeadline(client.connection, ANSWER_MS, () =>
    handle.query<readonly KeptWebhook[]>("webhooks"),
  );
  return (await unlessGone(asked)) ?? [];
}

import type { KeptWebhook } from "../../contract/service/webhook.ts";
import { askWorkflow } from "./ask-workflow.ts";

/** The webhooks as the workflow that keeps them has them now; none where there is no such workflow any more. @throws as `askWorkflow`. */
export async function readWebhooks(webhooksWorkflow: string): Promise<readonly KeptWebhook[]> {
  return (await askWorkflow<readonly KeptWebhook[]>(webhooksWorkflow, "webhooks")) ?? [];
}

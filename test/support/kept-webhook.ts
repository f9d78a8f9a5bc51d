import type { KeptWebhook } from "../../src/contract/service/webhook.ts";

/** A webhook of plans' ends as its workflow keeps it, made and told from the same moment on. */
export const keptWebhook = (
  at: string,
  own: Pick<KeptWebhook, "id" | "url" | "sealed_secret">,
) => ({
  ...own,
  events: ["plan.ended"],
  description: null,
  created_by: "tester",
  created_at: at,
  since: at,
  disabled: null,
});

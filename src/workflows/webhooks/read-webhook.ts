import { z } from "zod";
import {
  type KeptWebhook,
  CloudEventSchema,
  DeliveryAttemptSchema,
  WebhookIdSchema,
  WebhookSchema,
} from "../../contract/service/webhook.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { readAs } from "../../plan/model/read-as.ts";
import { inputCheck } from "../read-input.ts";

const WORKFLOW_ID = 1_000;

const SealedSchema = z.string().min(1).max(LIMITS.webhook_url);
const KeptSchema = WebhookSchema.extend({
  sealed_secret: SealedSchema,
  earlier: z
    .array(z.object({ sealed_secret: SealedSchema, until: z.string().max(LIMITS.title) }))
    .max(LIMITS.webhook_earlier_secrets)
    .optional(),
  request: z.string().max(LIMITS.title).optional(),
  saved_as: z.string().max(LIMITS.title).optional(),
});

const WebhooksInputSchema = z.object({
  webhooks: z.array(KeptSchema).max(LIMITS.webhooks),
  followed: z
    .object({ from: z.string(), told: z.record(z.string(), z.tuple([z.int(), z.string()])) })
    .nullable(),
});

const DeliveryInputSchema = z.object({
  webhook_id: WebhookIdSchema,
  webhooks_workflow: z.string().min(1).max(WORKFLOW_ID),
  event: CloudEventSchema,
  earlier: z.array(DeliveryAttemptSchema).optional(),
});

/** A webhook as the API writes it, or null. */
export function readWebhook(value: unknown): KeptWebhook | null {
  const read = readAs(KeptSchema, value);
  return "value" in read ? (read.value as KeptWebhook) : null;
}

const HINT = "Make webhooks through the Holdpoint API.";

/** @throws ApplicationFailure when this is not what the workflow of all webhooks begins with. */
export const assertWebhooksInput = inputCheck(WebhooksInputSchema, "the webhooks", HINT);

/** @throws ApplicationFailure when this is not what a delivery begins with. */
export const assertDeliveryInput = inputCheck(DeliveryInputSchema, "a delivery", HINT);

import { defineQuery, defineSignal, defineUpdate } from "@temporalio/workflow";
import type { DeliveryDetail, KeptWebhook, SavedWebhook } from "../../contract/service/webhook.ts";

/** Every webhook; of the workflow that keeps them. */
export const webhooksQuery = defineQuery<readonly KeptWebhook[]>("webhooks");
/** Keeps a webhook, a new one or in the place of that with its id, which must still be as it was read. */
export const saveWebhookUpdate = defineUpdate<SavedWebhook, [unknown]>("save_webhook");
export const removeWebhookUpdate = defineUpdate<boolean, [id: unknown]>("remove_webhook");
/** Its receiver has said that it is gone, at this address. */
export const webhookGoneSignal = defineSignal<[id: unknown, url: unknown]>("webhook_gone");

/** What became of one delivery. */
export const deliveryQuery = defineQuery<DeliveryDetail>("delivery");
/** Ends a delivery's pause before its next attempt. */
export const tryNowSignal = defineSignal("try_now");

import {
  condition,
  getExternalWorkflowHandle,
  metricMeter,
  proxyActivities,
  setHandler,
  upsertMemo,
} from "@temporalio/workflow";
import type { Told, WebhookActivities } from "../../activities/webhooks/told.ts";
import {
  newDelivery,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryDetail,
  type DeliveryInput,
} from "../../contract/service/webhook.ts";
import type { DeliveryStatus } from "../../contract/tables/vocabulary.ts";
import { deliveryQuery, tryNowSignal, webhookGoneSignal } from "../wire/webhook-messages.ts";
import { assertDeliveryInput } from "./read-webhook.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** How long after each attempt comes the next one, as Standard Webhooks proposes: 75 hours in all. */
const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** What a receiver may ask for at most, so that it cannot hold a delivery for ever. */
const LONGEST_WAIT = 24 * HOUR;

const { "holdpoint.deliver": deliver } = proxyActivities<WebhookActivities>({
  startToCloseTimeout: "45s",
  // A killed worker is no attempt of the receiver's: it is made again, with the same id.
  retry: { initialInterval: "1s", maximumInterval: "1m" },
});

/**
 * Tells one receiver one thing, until it says that it knows or the time is over. The receiver may be
 * told again what it knows when a worker dies at the wrong moment, always with the same id.
 */
export async function deliveryWorkflow(input: DeliveryInput): Promise<DeliveryStatus> {
  // Anyone can start this by hand with anything.
  assertDeliveryInput(input);
  const { webhook_id, webhooks_workflow, event, earlier = [] } = input;
  const attempts: DeliveryAttempt[] = [...earlier];
  let status: DeliveryStatus = "pending";
  let next_attempt_at: string | null = null;
  let isAsked = false;
  let goneAt: string | undefined;
  const shown = (): Delivery => ({
    ...newDelivery({ ...input, earlier: attempts }),
    status,
    next_attempt_at,
  });
  setHandler(deliveryQuery, (): DeliveryDetail => ({ ...shown(), event, attempts }));
  setHandler(tryNowSignal, () => {
    isAsked = true;
  });
  let tried = 0;
  while (status === "pending") {
    isAsked = false;
    const told: Told = await deliver({ webhook_id, webhooks_workflow, event });
    if (told.attempt !== null) attempts.push(told.attempt);
    if (told.came_to === "gone" && told.url !== goneAt) {
      goneAt = told.url;
      await sayGone(webhooks_workflow, webhook_id, told.url);
      upsertMemo({ delivery: shown() });
      // Either that has disabled the webhook, which the next attempt finds, or it has another address by now.
      tried = 0;
      continue;
    }
    const pause = PAUSES[tried];
    tried += 1;
    status = statusOf(told, pause);
    const wait = Math.max(pause ?? 0, Math.min(told.wait_ms ?? 0, LONGEST_WAIT));
    next_attempt_at = status === "pending" ? new Date(Date.now() + wait).toISOString() : null;
    upsertMemo({ delivery: shown() });
    if (status === "pending") await condition(() => isAsked, wait);
  }
  // Counted once, whoever replays it.
  metricMeter
    .createCounter("holdpoint_webhook_deliveries_total", undefined, "Deliveries, by their outcome")
    .add(1, { outcome: status });
  return status;
}

function statusOf({ came_to }: Told, pause: number | undefined): DeliveryStatus {
  switch (came_to) {
    case "delivered":
      return "delivered";
    case "no_webhook":
      return "stopped";
    case "gone":
    case "failed":
      return pause === undefined ? "failed" : "pending";
  }
}

/** The webhook may have been removed meanwhile, and the workflow that keeps it with it. */
async function sayGone(workflowId: string, webhookId: string, url?: string): Promise<void> {
  await getExternalWorkflowHandle(workflowId)
    .signal(webhookGoneSignal, webhookId, url)
    .catch(() => undefined);
}

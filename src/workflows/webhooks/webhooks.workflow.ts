import {
  allHandlersFinished,
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  proxyActivities,
  setHandler,
  sleep,
  uuid4,
  ActivityCancellationType,
} from "@temporalio/workflow";
import type { Followed, WebhookActivities } from "../../activities/webhooks/told.ts";
import type { KeptWebhook } from "../../contract/service/webhook.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import {
  readPayload,
  readTaken,
  UNREAD_ARGUMENTS,
  valueIn,
  type Reading,
} from "../read-payload.ts";
import { isHistoryLong, now } from "../this-run.ts";
import {
  removeWebhookUpdate,
  saveWebhookUpdate,
  webhookGoneSignal,
  webhooksQuery,
} from "../wire/webhook-messages.ts";
import { assertWebhooksInput, readWebhook } from "./read-webhook.ts";

export interface WebhooksInput {
  readonly webhooks: readonly KeptWebhook[];
  /** How far plans' news were followed. */
  readonly followed: Followed | null;
}

/** A history this long is begun anew. */
const HISTORY_EVENTS = 2_000;

const { "holdpoint.follow_news": follow } = proxyActivities<WebhookActivities>({
  startToCloseTimeout: "2h",
  heartbeatTimeout: "10s",
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  retry: { initialInterval: "1s", maximumInterval: "10s" },
  summary: "Looks what plans have to tell, and hands it to deliveries",
});

/**
 * Keeps every webhook, and while there is one has plans' news followed. Plans know nothing of it: what
 * they tell is in their logs, and this remembers how far they were read.
 */
export async function webhooksWorkflow(
  input: WebhooksInput = { webhooks: [], followed: null },
): Promise<void> {
  // Anyone can start this by hand with anything.
  assertWebhooksInput(input);
  const webhooks = new Map(input.webhooks.map((webhook) => [webhook.id, webhook]));
  let followed = input.followed;
  let changes = 0;
  setHandler(webhooksQuery, () => [...webhooks.values()]);
  setHandler(
    { ...saveWebhookUpdate, typeInfo: UNREAD_ARGUMENTS },
    (raw) => {
      const webhook = toWebhook(readTaken(raw));
      if (webhook === null) throw notAWebhook();
      const known = webhooks.get(webhook.id);
      if (known?.saved_as !== webhook.saved_as) return { refused: "changed" };
      if (known === undefined && webhooks.size >= LIMITS.webhooks) return { refused: "too_many" };
      return { webhook: keep(webhook) };
    },
    {
      // Synchronous on purpose: the SDK drops the promise of an async validator.
      validator: (raw) => {
        if (toWebhook(readPayload(raw)) === null) throw notAWebhook();
      },
    },
  );
  setHandler({ ...removeWebhookUpdate, typeInfo: UNREAD_ARGUMENTS }, (raw) => {
    const isThere = webhooks.delete(toId(readTaken(raw)));
    if (isThere) changes += 1;
    return isThere;
  });
  setHandler({ ...webhookGoneSignal, typeInfo: UNREAD_ARGUMENTS }, (raw) => {
    const webhook = webhooks.get(toId(readPayload(raw)));
    if (webhook === undefined || webhook.disabled !== null) return;
    keep({ ...webhook, disabled: { at: now(), why: "gone" } });
  });
  while (!isHistoryLong(HISTORY_EVENTS)) {
    const seen = changes;
    const told = [...webhooks.values()].filter(({ disabled }) => disabled === null);
    if (told.length === 0) {
      // Who comes first is told what happens from then on.
      followed = null;
      await condition(() => changes > seen || isHistoryLong(HISTORY_EVENTS));
      continue;
    }
    followed = await followUntil(told, followed, () => changes > seen);
  }
  await condition(allHandlersFinished);
  await continueAsNew<typeof webhooksWorkflow>({ webhooks: [...webhooks.values()], followed });

  function keep(webhook: KeptWebhook): KeptWebhook {
    const kept = { ...webhook, saved_as: uuid4() };
    webhooks.set(kept.id, kept);
    changes += 1;
    return kept;
  }
}

/** Follows plans' news for these webhooks until they are others; how far it came. */
async function followUntil(
  webhooks: readonly KeptWebhook[],
  followed: Followed | null,
  isOver: () => boolean,
): Promise<Followed> {
  const first = webhooks.map(({ since }) => since).toSorted()[0]!;
  const from = followed ?? { from: first, told: {} };
  const told = webhooks.map(({ id, events, since }) => ({ id, events, since }));
  const scope = new CancellationScope();
  const came = scope.run(() => follow({ webhooks: told, followed: from }));
  const waiting = new CancellationScope();
  void waiting
    .run(() => condition(isOver))
    .then(
      () => scope.cancel(),
      () => undefined,
    );
  try {
    return await came;
  } catch (error) {
    if (isCancellation(error)) return from;
    // Whatever it is, it is tried again from where it was known to be.
    await sleep("10s");
    return from;
  } finally {
    waiting.cancel();
  }
}

function toWebhook(reading: Reading): KeptWebhook | null {
  return readWebhook(valueIn(reading));
}

function toId(reading: Reading): string {
  const id = valueIn(reading);
  return typeof id === "string" ? id : "";
}

function notAWebhook(): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    "This is no webhook. Make webhooks through the Holdpoint API.",
    "validation_failed",
  );
}

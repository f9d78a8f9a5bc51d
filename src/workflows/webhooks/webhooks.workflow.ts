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
  workflowInfo,
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
  // An attempt has what the first one was given, which may be what older code asked.
  retry: { initialInterval: "1s", maximumInterval: "10s", maximumAttempts: 20 },
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
      // By the clock that plans' events are stamped with: an API whose clock is ahead must lose none of them.
      const since = known?.since === webhook.since ? known.since : now();
      return { webhook: keep({ ...webhook, since }) };
    },
    {
      // Synchronous on purpose: the SDK drops the promise of an async validator.
      validator: (raw) => {
        if (toWebhook(readPayload(raw)) === null) throw notAWebhook();
      },
    },
  );
  setHandler({ ...removeWebhookUpdate, typeInfo: UNREAD_ARGUMENTS }, (raw) => {
    const isThere = webhooks.delete(toText(readTaken(raw)));
    if (isThere) changes += 1;
    return isThere;
  });
  setHandler({ ...webhookGoneSignal, typeInfo: UNREAD_ARGUMENTS }, (raw, rawUrl) => {
    const webhook = webhooks.get(toText(readPayload(raw)));
    if (webhook === undefined || webhook.disabled !== null) return;
    // Somebody has corrected the address meanwhile.
    if (webhook.url !== toText(readPayload(rawUrl))) return;
    keep({ ...webhook, disabled: { at: now(), why: "gone" } });
  });
  while (!isHistoryLong(HISTORY_EVENTS)) {
    const seen = changes;
    const enabled = [...webhooks.values()].filter(({ disabled }) => disabled === null);
    if (enabled.length === 0) {
      // Who comes first is told what happens from then on.
      followed = null;
      await condition(() => changes > seen || isHistoryLong(HISTORY_EVENTS));
      continue;
    }
    const first = enabled.map(({ since }) => since).toSorted()[0]!;
    followed = await followOn(followed ?? { from: first, told: {} });
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

/** Follows plans' news while there are webhooks; how far it came. */
async function followOn(followed: Followed): Promise<Followed> {
  const scope = new CancellationScope();
  const { workflowId: webhooks_workflow } = workflowInfo();
  const came = scope.run(() => follow({ webhooks_workflow, followed }));
  const waiting = new CancellationScope();
  void waiting
    .run(() => condition(() => isHistoryLong(HISTORY_EVENTS)))
    .then(
      () => scope.cancel(),
      () => undefined,
    );
  try {
    return await came;
  } catch (error) {
    if (isCancellation(error)) return followed;
    // Whatever it is, it is tried again from where it was known to be.
    await sleep("10s");
    return followed;
  } finally {
    waiting.cancel();
  }
}

function toWebhook(reading: Reading): KeptWebhook | null {
  return readWebhook(valueIn(reading));
}

function toText(reading: Reading): string {
  const text = valueIn(reading);
  return typeof text === "string" ? text : "";
}

function notAWebhook(): ApplicationFailure {
  return ApplicationFailure.nonRetryable(
    "This is no webhook. Make webhooks through the Holdpoint API.",
    "validation_failed",
  );
}

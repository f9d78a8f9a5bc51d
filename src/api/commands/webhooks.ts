import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { problemAt } from "../../contract/problems/problem-at.ts";
import { Refusal, refusal } from "../../contract/problems/problem-error.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import type { System } from "../../contract/service/system.ts";
import {
  earlierAt,
  purposeOfSecret,
  type CloudEvent,
  type KeptWebhook,
  type RotatedWebhook,
  type Webhook,
  type WebhookChange,
} from "../../contract/service/webhook.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { NewsType } from "../../contract/tables/vocabulary.ts";
import type { Secrets } from "../../temporal/connection/payloads/secrets.ts";
import type { WebhookGateway } from "../gateway/webhook-gateway.ts";
import { actorOf } from "../http/requests/actor.ts";
import { idempotencyOf, keyReused } from "../http/requests/idempotency.ts";

interface WebhookDeps {
  readonly webhooks: WebhookGateway;
  readonly secrets: Secrets;
  readonly newId: () => string;
  readonly now: () => string;
  readonly system: Pick<System, "temporal">;
  /** Looks whether an address may be told. @throws Error with why not. */
  readonly checkWebhookUrl: (url: string) => Promise<unknown>;
}

const SECRET_BYTES = 32;
const ID_SIGNS = 10;
/** So often a change is made anew because another one came first. */
const TRIES = 10;
const RETRY_SECONDS = 1;
/** So long a secret signs beside the one that replaces it. */
const EARLIER_MS = 24 * 60 * 60 * 1_000;

/** Makes a webhook; the answer is the only one that has its secret. */
export async function createWebhook(
  c: Context,
  deps: WebhookDeps,
  input: { url: string; events: NewsType[]; description: string | null },
): Promise<Webhook & { readonly secret: string }> {
  await assertUrl(deps, input.url);
  const { name: created_by } = actorOf(c);
  const key = idempotencyOf(c);
  const id = `wh_${(key?.id ?? deps.newId()).slice(-ID_SIGNS).toLowerCase()}`;
  const before = await madeBefore();
  if (before !== undefined) return before;
  const secret = newSecret();
  const at = deps.now();
  const webhook: KeptWebhook = {
    id,
    ...input,
    events: [...new Set(input.events)],
    created_by,
    created_at: at,
    since: at,
    disabled: null,
    sealed_secret: seal(deps, { id, url: input.url }, secret),
    ...(key !== undefined && { request: key.request }),
  };
  const saved = await deps.webhooks.save(webhook);
  // The same request may have come to two API processes at once.
  const made = saved === null ? await madeBefore() : { ...shown(saved), secret };
  if (made === undefined) throw alwaysChanged(id);
  return made;

  async function madeBefore(): Promise<(Webhook & { readonly secret: string }) | undefined> {
    if (key === undefined) return undefined;
    const known = (await deps.webhooks.list()).find((one) => one.id === id);
    if (known === undefined) return undefined;
    if (known.request !== key.request) throw keyReused();
    return { ...shown(known), secret: open(deps, known) };
  }
}

/**
 * Gives a webhook a new secret, which is in this answer only. The one before signs as well for a day, so that
 * receivers can change to the new one when it suits them.
 * @throws Refusal when so many were given within a day that another would cut an earlier one short.
 */
export async function rotateSecret(deps: WebhookDeps, id: string): Promise<RotatedWebhook> {
  const secret = newSecret();
  const at = deps.now();
  const earlier_until = new Date(Date.parse(at) + EARLIER_MS).toISOString();
  const saved = await change(deps, id, (webhook) => {
    const earlier = [
      { sealed_secret: webhook.sealed_secret, until: earlier_until },
      ...earlierAt(webhook.earlier ?? [], at),
    ];
    if (earlier.length > LIMITS.webhook_earlier_secrets) {
      throw refusal(
        "illegal_transition",
        say("too_many_secrets", { id, most: LIMITS.webhook_earlier_secrets }),
        say("rotate_later", { at: earlier.at(-1)!.until }),
      );
    }
    return { ...webhook, sealed_secret: seal(deps, webhook, secret), earlier };
  });
  return { ...shown(saved), secret, earlier_until };
}

/** Changes a webhook; its secrets stay, and are sealed for its new address. */
export async function changeWebhook(
  deps: WebhookDeps,
  id: string,
  { url, events, description, enabled }: WebhookChange,
): Promise<Webhook> {
  if (url !== undefined) {
    // What is not there need not be looked up.
    await deps.webhooks.get(id);
    await assertUrl(deps, url);
  }
  const at = deps.now();
  const saved = await change(deps, id, (webhook) => {
    const isEnabled = webhook.disabled === null;
    return {
      ...webhook,
      ...(url !== undefined && {
        url,
        sealed_secret: seal(deps, { id, url }, open(deps, webhook)),
        ...(webhook.earlier !== undefined && {
          earlier: webhook.earlier.map(({ sealed_secret, until }) => ({
            sealed_secret: seal(deps, { id, url }, open(deps, { ...webhook, sealed_secret })),
            until,
          })),
        }),
      }),
      ...(events !== undefined && { events: [...new Set(events)] }),
      ...(description !== undefined && { description }),
      ...(enabled === true && !isEnabled && { disabled: null, since: at }),
      ...(enabled === false && isEnabled && { disabled: { at, why: "by_person" } }),
    };
  });
  return shown(saved);
}

/**
 * Changes a webhook as it is by now: where somebody else's change comes between reading and saving, both count.
 * @throws Refusal when there is no such webhook any more.
 */
async function change(
  { webhooks }: Pick<WebhookDeps, "webhooks">,
  id: string,
  toChanged: (webhook: KeptWebhook) => KeptWebhook,
): Promise<KeptWebhook> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const saved = await webhooks.save(toChanged(await webhooks.get(id)));
    if (saved !== null) return saved;
  }
  throw alwaysChanged(id);
}

function alwaysChanged(id: string): Refusal {
  return refusal(
    "webhook_changed",
    say("webhook_changed", { id }),
    say("change_webhook_again"),
    RETRY_SECONDS,
  );
}

/** What a person has sent to see whether it arrives. */
export function testEvent(deps: Pick<WebhookDeps, "newId" | "now" | "system">, id: string) {
  return {
    specversion: "1.0",
    id: `evt_${deps.newId().toLowerCase()}`,
    type: "dev.holdpoint.webhook.test.v1",
    source: `urn:holdpoint:${deps.system.temporal.namespace}`,
    subject: `webhooks/${id}`,
    time: deps.now(),
    datacontenttype: "application/json",
    data: { text: "This is a test of the webhook. Nothing has happened." },
  } satisfies CloudEvent;
}

/** @throws Refusal when nothing would be sent to the webhook. */
export function assertEnabled({ id, disabled }: Webhook): void {
  if (disabled === null) return;
  throw refusal(
    "illegal_transition",
    say("webhook_is_disabled", { id }),
    say("enable_webhook", { id }),
  );
}

/** A webhook as people see it. */
export function shown(kept: KeptWebhook): Webhook {
  const {
    sealed_secret: _,
    earlier: _earlier,
    request: _request,
    saved_as: _savedAs,
    ...webhook
  } = kept;
  return webhook;
}

function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

async function assertUrl({ checkWebhookUrl }: WebhookDeps, url: string): Promise<void> {
  try {
    await checkWebhookUrl(url);
  } catch (error) {
    const detail = say("webhook_url_refused", { why: whyOf(error) });
    const hint = say("webhook_url_next", { scheme: "https", setting: "webhooks.allow" });
    throw new Refusal(problemAt("validation_failed", "/url", detail, hint));
  }
}

/** The sentence of a failure that has one: it is told in the caller's language. */
function whyOf(error: unknown): Sentence | string {
  if (!(error instanceof Error)) return String(error);
  return "said" in error ? (error.said as Sentence) : error.message;
}

function seal({ secrets }: WebhookDeps, { id, url }: { id: string; url: string }, secret: string) {
  return secrets.seal({ webhook_id: id }, { value: secret, for: purposeOfSecret(url) });
}

function open({ secrets }: WebhookDeps, { id, url, sealed_secret }: KeptWebhook): string {
  const sealed = secrets.open({ webhook_id: id }, sealed_secret);
  if (sealed?.for === purposeOfSecret(url) && typeof sealed.value === "string") return sealed.value;
  throw refusal("illegal_transition", say("webhook_secret_locked"), say("webhook_anew"));
}

import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { Refusal } from "../../contract/problem-error.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import {
  purposeOfSecret,
  type CloudEvent,
  type KeptWebhook,
  type Webhook,
  type WebhookChange,
} from "../../contract/service/webhook.ts";
import type { NewsType } from "../../contract/tables/vocabulary.ts";
import type { Secrets } from "../../temporal/connection/payloads/secrets.ts";
import { idempotencyOf, keyReused } from "../http/requests/idempotency.ts";
import { actorOf } from "../http/requests/actor.ts";
import type { WebhookGateway } from "../gateway/webhook-gateway.ts";

interface WebhookDeps {
  readonly webhooks: WebhookGateway;
  readonly secrets: Secrets;
  readonly newId: () => string;
  readonly now: () => string;
  readonly instance: string;
  /** Looks whether an address may be told. @throws Error with why not. */
  readonly checkWebhookUrl: (url: string) => Promise<unknown>;
}

const SECRET_BYTES = 32;
const ID_SIGNS = 10;

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
  const known = (await deps.webhooks.list()).find((webhook) => webhook.id === id);
  if (known !== undefined && key !== undefined) {
    if (known.request !== key.request) throw keyReused();
    return { ...shown(known), secret: open(deps, known) };
  }
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
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
  return { ...shown(await deps.webhooks.save(webhook)), secret };
}

/** Changes a webhook; its secret stays, and is sealed for its new address. */
export async function changeWebhook(
  deps: WebhookDeps,
  id: string,
  { url, events, description, enabled }: WebhookChange,
): Promise<Webhook> {
  const webhook = await deps.webhooks.get(id);
  if (url !== undefined) await assertUrl(deps, url);
  const at = deps.now();
  const isEnabled = webhook.disabled === null;
  const saved = await deps.webhooks.save({
    ...webhook,
    ...(url !== undefined && {
      url,
      sealed_secret: seal(deps, { id, url }, open(deps, webhook)),
    }),
    ...(events !== undefined && { events: [...new Set(events)] }),
    ...(description !== undefined && { description }),
    ...(enabled === true && !isEnabled && { disabled: null, since: at }),
    ...(enabled === false && isEnabled && { disabled: { at, why: "by_person" } }),
  });
  return shown(saved);
}

/** What a person has sent to see whether it arrives. */
export function testEvent(deps: Pick<WebhookDeps, "newId" | "now" | "instance">, id: string) {
  return {
    specversion: "1.0",
    id: `evt_${deps.newId().toLowerCase()}`,
    type: "dev.holdpoint.webhook.test.v1",
    source: `urn:holdpoint:${deps.instance}`,
    subject: `webhooks/${id}`,
    time: deps.now(),
    datacontenttype: "application/json",
    data: { text: "This is a test of the webhook. Nothing has happened." },
  } satisfies CloudEvent;
}

/** @throws Refusal when nothing would be sent to the webhook. */
export function assertEnabled({ id, disabled }: Webhook): void {
  if (disabled === null) return;
  throw new Refusal({
    code: "illegal_transition",
    detail: say("webhook_is_disabled", { id }),
    hint: say("enable_webhook", { id }),
  });
}

/** A webhook as people see it. */
export function shown({ sealed_secret: _, request: _request, ...webhook }: KeptWebhook): Webhook {
  return webhook;
}

async function assertUrl({ checkWebhookUrl }: WebhookDeps, url: string): Promise<void> {
  try {
    await checkWebhookUrl(url);
  } catch (error) {
    const why = whyOf(error);
    const detail = say("webhook_url_refused", { why });
    throw new Refusal({
      code: "validation_failed",
      detail,
      hint: say("webhook_url_next", { scheme: "https", setting: "webhooks.allow" }),
      errors: [{ pointer: "/url", detail }],
    });
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
  throw new Refusal({
    code: "illegal_transition",
    detail: say("webhook_secret_locked"),
    hint: say("webhook_anew"),
  });
}

import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Context } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import {
  GONE_STATUS,
  NOT_ANSWERED,
  purposeOfSecret,
  secretsAt,
  type CloudEvent,
  type DeliveryAttempt,
  type KeptWebhook,
} from "../../contract/service/webhook.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Secrets } from "../../temporal/connection/payloads/secrets.ts";
import { startOf } from "../../text/cut-text.ts";
import { createNetworkPolicy } from "../../tools/network/network-policy.ts";
import { systemHostLookup, type HostLookup } from "../../tools/network/resolve-target.ts";
import { sendRequest } from "../../tools/network/send-request.ts";
import { resolveWebhook } from "../../tools/network/webhook-target.ts";
import { ToolError } from "../../tools/tool-error.ts";
import { untilAborted, withDeadline } from "../../tools/with-deadline.ts";
import { readWebhooks } from "./read-webhooks.ts";
import type { Told, WebhookActivities } from "./told.ts";
import type { WorkerClock } from "./worker-clock.ts";

export interface DeliverDeps {
  /** Receivers refuse what is from another time. */
  readonly clock: WorkerClock;
  readonly secrets: Secrets;
  /** Hosts and ranges that webhooks may reach although they are private: `webhooks.allow`. */
  readonly webhooksAllow?: readonly string[];
  /** How host names are resolved; as the operating system does, when absent. */
  readonly webhookLookup?: HostLookup;
}

/** Receivers that hang must not take all the places of a worker: so many are told at once, and each of them. */
const AT_ONCE = 20;
const EACH_AT_ONCE = 5;
/** A delivery that has to wait for a place leaves its own to others meanwhile. */
const PLACE_MS = 2_000;

/** Tells a receiver one thing, once: see `WebhookActivities`. */
export function deliver({
  clock,
  secrets,
  webhooksAllow = [],
  webhookLookup = systemHostLookup,
}: DeliverDeps): WebhookActivities["holdpoint.deliver"] {
  const policy = createNetworkPolicy(webhooksAllow, "webhooks.allow");
  const places = new Map<string, number>();

  return async ({ webhook_id, webhooks_workflow, event }) => {
    const leave = takePlace(places, webhook_id);
    try {
      const webhook = (await readWebhooks(webhooks_workflow)).find(({ id }) => id === webhook_id);
      if (webhook === undefined || webhook.disabled !== null) {
        return { came_to: "no_webhook", attempt: null };
      }
      return await send(webhook, event);
    } finally {
      leave();
    }
  };

  async function send(webhook: KeptWebhook, event: CloudEvent): Promise<Told> {
    const started = await clock();
    const began = performance.now();
    const attempt = (come: Partial<DeliveryAttempt>): DeliveryAttempt => ({
      at: new Date(started).toISOString(),
      took_ms: Math.round(performance.now() - began),
      status: null,
      answer: null,
      error: null,
      ...come,
    });
    const failed = (error: string): Told => ({ came_to: "failed", attempt: attempt({ error }) });
    const { id, url: text } = webhook;
    const opened = secretsAt(webhook, new Date(started).toISOString()).flatMap((kept) => {
      const sealed = secrets.open({ webhook_id: id }, kept);
      const fits = sealed?.for === purposeOfSecret(text) && typeof sealed.value === "string";
      return fits ? [String(sealed.value)] : [];
    });
    if (opened.length === 0) {
      return failed(
        "The webhook's secret cannot be opened with this worker's keys. Give workers the keys of the API, or make the webhook anew.",
      );
    }
    const tell = async (signal: AbortSignal): Promise<Told> => {
      const { url, addresses } = await untilAborted(
        resolveWebhook(text, policy, webhookLookup),
        signal,
      );
      const body = JSON.stringify(event);
      const bytes = Buffer.from(body);
      const headers = {
        "content-type": "application/cloudevents+json; charset=utf-8",
        "content-length": String(bytes.length),
        accept: "*/*",
        "accept-encoding": "identity",
        "user-agent": "holdpoint-webhooks",
        ...signatureHeaders(opened, { id: event.id, body, at: started }),
      };
      const request = { url, method: "POST", headers, body: bytes, addresses, signal };
      const response = await sendRequest(request);
      const status = response.statusCode ?? 0;
      const answer = await headOf(response);
      if (status >= 200 && status < 300) {
        return { came_to: "delivered", attempt: attempt({ status, answer }) };
      }
      if (status === GONE_STATUS) {
        return { came_to: "gone", attempt: attempt({ status, answer, error: GONE }), url: text };
      }
      const error = status >= 300 && status < 400 ? NOT_FOLLOWED : `It answered ${status}.`;
      const wait_ms = waitOf(response, started);
      const come = attempt({ status, answer, error });
      return { came_to: "failed", attempt: come, ...(wait_ms !== undefined && { wait_ms }) };
    };
    // When the worker stops, this was no attempt of the receiver's.
    const { cancellationSignal } = Context.current();
    try {
      return await withDeadline(cancellationSignal, LIMITS.webhook_answer_seconds, tell);
    } catch (error) {
      cancellationSignal.throwIfAborted();
      if (error instanceof ToolError && error.type === "timeout") return failed(NOT_ANSWERED);
      return failed(error instanceof Error ? error.message : String(error));
    }
  }
}

const GONE = `It answered ${GONE_STATUS} (gone). That disables the webhook, unless its address has been changed since.`;
const NOT_FOLLOWED = "It answered with a redirect, which is not followed. Give the address itself.";

/** @throws ApplicationFailure, to be tried again soon, when every place is taken. */
function takePlace(places: Map<string, number>, id: string): () => void {
  const own = places.get(id) ?? 0;
  const all = [...places.values()].reduce((sum, count) => sum + count, 0);
  if (own >= EACH_AT_ONCE || all >= AT_ONCE) {
    throw ApplicationFailure.create({
      message: "Other deliveries wait for their receivers.",
      type: "busy",
      nextRetryDelay: PLACE_MS,
    });
  }
  places.set(id, own + 1);
  return () => {
    const left = (places.get(id) ?? 1) - 1;
    if (left === 0) places.delete(id);
    else places.set(id, left);
  };
}

/** The beginning of what a receiver answered, as text on one line; the rest is not read. */
async function headOf(response: IncomingMessage): Promise<string | null> {
  const isPacked = (response.headers["content-encoding"] ?? "identity") !== "identity";
  let head = Buffer.alloc(0);
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      head = Buffer.concat([head, chunk]);
      if (isPacked || head.length >= 4 * LIMITS.webhook_answer) break;
    }
  } catch {
    // What came of it will do: its status has been said.
  } finally {
    response.destroy();
  }
  if (isPacked || head.length === 0) return null;
  // eslint-disable-next-line no-control-regex -- control characters are what is taken out
  const text = head.toString("utf8").replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, " ");
  return startOf(text, LIMITS.webhook_answer);
}

/** How long the receiver asks to be left alone: seconds, or a date. */
function waitOf({ headers }: IncomingMessage, now: number): number | undefined {
  const written = headers["retry-after"];
  if (written === undefined) return undefined;
  const wait = /^\d{1,9}$/.test(written) ? Number(written) * 1_000 : Date.parse(written) - now;
  return Number.isFinite(wait) && wait > 0 ? wait : undefined;
}

const PREFIX = "whsec_";

/**
 * The headers by which a receiver knows who tells it, as Standard Webhooks 1.0 has them.
 * @param secrets each makes a signature, and a receiver needs to know one of them.
 * @param at when it is sent, in milliseconds since the epoch.
 */
export function signatureHeaders(
  secrets: readonly string[],
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: number },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.map((signature) => `v1,${signature}`).join(" "),
  };
}

import type { WebhookEvent } from "../contract/service/told.ts";

const PREFIX = "whsec_";
/** As Standard Webhooks advises. */
const TOLERANCE_SECONDS = 300;

interface HeaderReader {
  get(name: string): string | null;
}

/** A request's headers, as `fetch` or Node has them. */
export type DeliveryHeaders =
  | HeaderReader
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface DeliveryOptions {
  /** How far its time may be from now; 300 when absent. */
  readonly toleranceSeconds?: number;
}

/** A request that nobody who knows the secret has sent, or not just now: answer 401. */
export class DeliveryError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "DeliveryError";
  }
}

/**
 * Takes what a webhook is told, once it is sure who tells it: one of the signatures is made with the secret,
 * within the last five minutes. Signatures are compared in constant time.
 * @param body what came, byte for byte: not what a framework made of it.
 * @param secret `whsec_…`, or several of them while it is changed.
 * @throws DeliveryError saying why it is not to be believed; TypeError for what is no secret, or no body.
 */
export async function verifyDelivery(
  body: string | Uint8Array<ArrayBuffer>,
  headers: DeliveryHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS }: DeliveryOptions = {},
): Promise<WebhookEvent> {
  if (typeof body !== "string" && !(body instanceof Uint8Array)) {
    throw new TypeError(
      "The body must be the text or the bytes that came, before they are parsed.",
    );
  }
  const keys = await Promise.all([secret].flat().map(importSecret));
  if (keys.length === 0) throw new TypeError("There is no secret to check the signature with.");
  const id = headerOf(headers, "webhook-id");
  const timestamp = headerOf(headers, "webhook-timestamp");
  const signatures = headerOf(headers, "webhook-signature")
    .split(" ")
    .flatMap((signature) => bytesOf(/^v1,(.+)$/.exec(signature)?.[1] ?? "") ?? []);
  const apart = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!/^\d+$/.test(timestamp) || !(apart <= toleranceSeconds)) {
    throw new DeliveryError(
      `The time of the delivery (webhook-timestamp: ${timestamp}) is more than ${toleranceSeconds} s from now. Somebody repeats an old one, or a clock is wrong.`,
    );
  }
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const content = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signed = new Uint8Array(head.length + content.length);
  signed.set(head);
  signed.set(content, head.length);
  const checks = keys.flatMap((key) =>
    signatures.map((signature) => crypto.subtle.verify("HMAC", key, signature, signed)),
  );
  if (!(await Promise.all(checks)).includes(true)) {
    throw new DeliveryError(
      "No signature of the delivery is made with this secret, or its body is not what was sent.",
    );
  }
  return JSON.parse(new TextDecoder().decode(content)) as WebhookEvent;
}

function headerOf(headers: DeliveryHeaders, name: string): string {
  const value =
    typeof headers.get === "function"
      ? (headers as HeaderReader).get(name)
      : Object.entries(headers).find(([known]) => known.toLowerCase() === name)?.[1];
  if (typeof value === "string" && value !== "") return value;
  throw new DeliveryError(`The request has no header ${name}: it is no delivery of a webhook.`);
}

async function importSecret(secret: string) {
  const bytes = secret.startsWith(PREFIX) ? bytesOf(secret.slice(PREFIX.length)) : undefined;
  if (bytes === undefined || bytes.length === 0) {
    throw new TypeError("A webhook's secret is of the form whsec_…, as it was shown once.");
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
}

/** Undefined for what is no Base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return undefined;
  }
}

import assert from "node:assert/strict";
import { createHmac, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { CloudEvent, Webhook } from "../../src/contract/service/webhook.ts";
import type { ApiHarness } from "./api-harness.ts";

/** What came to a receiver. */
export interface Received {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly event: CloudEvent;
}

/** How a receiver answers: a status, now or later, and more if need be. */
export type Answer = (given: Received, response: ServerResponse) => number | Promise<number>;

export interface WebhookReceiver {
  readonly url: string;
  readonly received: Received[];
  /** What it answers from now on; 204 at first. */
  answer: Answer;
  /** What came of these types about this plan, in the order in which it came. */
  of(planId: string, type?: string): Received[];
  close(): Promise<void>;
}

/** A webhook as it is answered once, with its secret. */
export type MadeWebhook = Webhook & { readonly secret: string };

/** Makes a webhook. @throws Error when it is refused. */
export async function makeWebhook(
  api: Pick<ApiHarness, "post">,
  url: string,
  more: object = {},
): Promise<MadeWebhook> {
  const response = await api.post("/v1/webhooks", { url, ...more });
  if (response.status !== 201) throw new Error(await response.text());
  return (await response.json()) as MadeWebhook;
}

/** A receiver of webhooks on the loopback interface, as anybody would write one. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const respond = async (
    { headers }: IncomingMessage,
    body: string,
    response: ServerResponse,
  ): Promise<void> => {
    const given = { headers, body, event: JSON.parse(body) as CloudEvent };
    received.push(given);
    const status = await receiver.answer(given, response);
    if (!response.writableEnded) response.writeHead(status).end();
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => void respond(request, Buffer.concat(chunks).toString(), response));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/told`,
    received,
    answer: () => 204,
    of: (planId, type) =>
      received.filter(
        ({ event }) =>
          event.subject.split("/")[1] === planId &&
          (type === undefined || event.type === `dev.holdpoint.${type}.v1`),
      ),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close").catch(() => undefined);
    },
  };
  return receiver;
}

/**
 * Checks a message as the text of Standard Webhooks 1.0 says, and not as our code does: the id, the
 * timestamp in whole seconds and the body as they came, with full stops between, signed by HMAC-SHA256
 * with the bytes that the secret's base64 stands for; each signature in the header has its version.
 */
export function assertSigned({ headers, body }: Received, secret: string): void {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(
    (name) => String(headers[name]),
  );
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.match(timestamp!, /^\d{10}$/);
  assert.ok(Math.abs(Date.now() / 1_000 - Number(timestamp)) < 300, "the timestamp is of now");
  const key = Buffer.from(secret.split("_")[1]!, "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  const fits = signatures!.split(" ").some((signature) => {
    const [version, text = ""] = signature.split(",");
    const given = Buffer.from(text, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
  assert.ok(fits, "the signature");
}

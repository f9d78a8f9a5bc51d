import { z } from "zod";
import {
  DeliveryDetailSchema,
  DeliveryQuerySchema,
  DeliveryListSchema,
  DeliverySchema,
  NewsIdSchema,
  NewWebhookSchema,
  RotatedWebhookSchema,
  WebhookChangeSchema,
  WebhookIdSchema,
  WebhookInputSchema,
  WebhookListSchema,
  WebhookSchema,
} from "../../contract/service/webhook.ts";
import {
  assertEnabled,
  changeWebhook,
  createWebhook,
  rotateSecret,
  shown,
  testEvent,
} from "../commands/webhooks.ts";
import { json, route } from "../http/route.ts";
import type { ApiDeps } from "./api-deps.ts";

const WebhookParams = z.object({ webhook_id: WebhookIdSchema });
const DeliveryParams = WebhookParams.extend({ delivery_id: NewsIdSchema });
/** Addresses of receivers hold secrets as often as not, and what is told leaves this machine. */
const ROLE = { tag: "webhooks", role: "admin" } as const;

/** `/v1/webhooks`: who outside is told what happens, and what became of telling them. */
export function webhookRoutes(deps: ApiDeps) {
  const { webhooks } = deps;
  return [
    route({
      at: "GET /v1/webhooks",
      id: "listWebhooks",
      ...ROLE,
      summary: "List webhooks",
      responses: {
        200: json(WebhookListSchema, "All webhooks, oldest first"),
      },
      handler: async (c) => c.json({ webhooks: (await webhooks.list()).map(shown) }, 200),
    }),
    route({
      at: "POST /v1/webhooks",
      id: "createWebhook",
      ...ROLE,
      tellsSecret: true,
      summary: "Make a webhook; its secret is in no other answer",
      body: WebhookInputSchema,
      responses: { 201: json(NewWebhookSchema, "The webhook with its secret") },
      async handler(c, { body }) {
        const made = await createWebhook(c, deps, body);
        c.header("location", `/v1/webhooks/${made.id}`);
        return c.json(made, 201);
      },
    }),
    route({
      at: "GET /v1/webhooks/:webhook_id",
      id: "getWebhook",
      ...ROLE,
      summary: "Get a webhook",
      headers: ["If-None-Match"],
      params: WebhookParams,
      responses: { 200: json(WebhookSchema, "The webhook") },
      handler: async (c, { params }) => c.json(shown(await webhooks.get(params.webhook_id)), 200),
    }),
    route({
      at: "PATCH /v1/webhooks/:webhook_id",
      id: "changeWebhook",
      ...ROLE,
      summary: "Change a webhook, disable it or enable it again",
      params: WebhookParams,
      body: WebhookChangeSchema,
      responses: { 200: json(WebhookSchema, "The webhook as it is now") },
      handler: async (c, { params, body }) =>
        c.json(await changeWebhook(deps, params.webhook_id, body), 200),
    }),
    route({
      at: "DELETE /v1/webhooks/:webhook_id",
      id: "deleteWebhook",
      ...ROLE,
      summary: "Remove a webhook",
      params: WebhookParams,
      responses: { 204: { description: "Removed; what was still to be told to it is not" } },
      async handler(c, { params }) {
        await webhooks.remove(params.webhook_id);
        return c.body(null, 204);
      },
    }),
    route({
      at: "POST /v1/webhooks/:webhook_id/test",
      id: "testWebhook",
      ...ROLE,
      summary: "Send a webhook something, to see whether it arrives",
      params: WebhookParams,
      body: z.strictObject({}),
      responses: { 202: json(DeliverySchema, "The delivery that has begun") },
      async handler(c, { params: { webhook_id: id } }) {
        assertEnabled(await webhooks.get(id));
        return c.json(await webhooks.tell(id, testEvent(deps, id)), 202);
      },
    }),
    route({
      at: "POST /v1/webhooks/:webhook_id/rotate",
      id: "rotateWebhook",
      ...ROLE,
      tellsSecret: true,
      summary: "Give a webhook a new secret; the one before signs as well for a day",
      params: WebhookParams,
      body: z.strictObject({}),
      responses: { 200: json(RotatedWebhookSchema, "The webhook with its new secret") },
      handler: async (c, { params }) => c.json(await rotateSecret(deps, params.webhook_id), 200),
    }),
    route({
      at: "GET /v1/webhooks/:webhook_id/deliveries",
      id: "listDeliveries",
      ...ROLE,
      summary: "List what a webhook was told; works while no worker runs",
      params: WebhookParams,
      query: DeliveryQuerySchema,
      responses: {
        200: json(DeliveryListSchema, "Deliveries, newest first"),
      },
      handler: async (c, { params, query }) =>
        c.json({ deliveries: await webhooks.deliveries(params.webhook_id, query) }, 200),
    }),
    route({
      at: "GET /v1/webhooks/:webhook_id/deliveries/:delivery_id",
      id: "getDelivery",
      ...ROLE,
      summary: "Get what was sent, and every attempt",
      params: DeliveryParams,
      responses: { 200: json(DeliveryDetailSchema, "The delivery") },
      handler: async (c, { params: { webhook_id, delivery_id } }) =>
        c.json(await webhooks.delivery(webhook_id, delivery_id), 200),
    }),
    route({
      at: "POST /v1/webhooks/:webhook_id/deliveries/:delivery_id/replay",
      id: "replayDelivery",
      ...ROLE,
      summary: "Tell a webhook again, with the same id; at once where it is still tried",
      params: DeliveryParams,
      body: z.strictObject({}),
      responses: { 202: json(DeliverySchema, "The delivery that has begun") },
      async handler(c, { params: { webhook_id, delivery_id } }) {
        assertEnabled(await webhooks.get(webhook_id));
        const earlier = await webhooks.delivery(webhook_id, delivery_id);
        return c.json(await webhooks.tell(webhook_id, earlier.event, earlier), 202);
      },
    }),
  ];
}

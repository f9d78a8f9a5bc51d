import { z } from "zod";
import { pageQuery } from "../paging.ts";
import { named } from "../sentences/sentence.ts";
import { LIMITS } from "../tables/limits.ts";
import { DELIVERY_STATUSES, NEWS_TYPES, WEBHOOK_DISABLED } from "../tables/vocabulary.ts";
import { JsonObjectSchema, lineText, TimestampSchema } from "../text.ts";

export const WebhookIdSchema = z
  .string()
  .regex(/^wh_[a-z0-9]{8,32}$/, named("webhook_id"))
  .meta({ id: "WebhookId" });
export const NewsIdSchema = z
  .string()
  .regex(/^evt_[a-z0-9]{16,64}$/, named("news_id"))
  .meta({ id: "NewsId" });

const fields = {
  /** Where it is told: https, and not in a private network unless the configuration opens it. */
  url: lineText(LIMITS.webhook_url),
  /** What it is told of. */
  events: z.array(z.enum(NEWS_TYPES)).min(1).max(NEWS_TYPES.length),
  description: lineText(LIMITS.title).nullable(),
};

/** The body of a new webhook. */
export const WebhookInputSchema = z.strictObject({
  url: fields.url,
  events: fields.events.default([...NEWS_TYPES]),
  description: fields.description.default(null),
});

/** What of a webhook is to change. */
export const WebhookChangeSchema = z.strictObject({
  url: fields.url.optional(),
  events: fields.events.optional(),
  description: fields.description.optional(),
  /** `true` tells it again what happens from now on. */
  enabled: z.boolean().optional(),
});
export type WebhookChange = z.output<typeof WebhookChangeSchema>;

export const WebhookSchema = z
  .object({
    id: WebhookIdSchema,
    ...fields,
    created_by: z.string(),
    created_at: TimestampSchema,
    /** It is told what happened from then on. */
    since: TimestampSchema,
    disabled: z.object({ at: TimestampSchema, why: z.enum(WEBHOOK_DISABLED) }).nullable(),
  })
  .meta({ id: "Webhook" });
export type Webhook = z.output<typeof WebhookSchema>;

export const WebhookListSchema = z.object({ webhooks: z.array(WebhookSchema) });

/** A new webhook: the only answer that has its secret. */
export const NewWebhookSchema = WebhookSchema.extend({
  /** `whsec_…`, for whoever checks signatures. */
  secret: z.string(),
}).meta({ id: "NewWebhook" });

/** A webhook with its new secret: the only answer that has it. */
export const RotatedWebhookSchema = NewWebhookSchema.extend({
  /** So long the secret before signs as well. */
  earlier_until: TimestampSchema,
}).meta({ id: "RotatedWebhook" });
export type RotatedWebhook = z.output<typeof RotatedWebhookSchema>;

/** What is told, as CloudEvents 1.0 has it in JSON. */
export const CloudEventSchema = z
  .object({
    specversion: z.literal("1.0"),
    /** Also the `webhook-id`: a receiver that knows it has been told before. */
    id: NewsIdSchema,
    type: z.string(),
    source: z.string(),
    subject: z.string(),
    time: TimestampSchema,
    datacontenttype: z.literal("application/json"),
    data: JsonObjectSchema,
  })
  .meta({ id: "CloudEvent" });
export type CloudEvent = z.output<typeof CloudEventSchema>;

/** One attempt to tell a receiver. */
export const DeliveryAttemptSchema = z
  .object({
    at: TimestampSchema,
    took_ms: z.int(),
    /** What it answered; null when it did not. */
    status: z.int().nullable(),
    /** The beginning of what it answered. */
    answer: z.string().nullable(),
    /** Why it was not told, in a sentence. */
    error: z.string().nullable(),
  })
  .meta({ id: "DeliveryAttempt" });
export type DeliveryAttempt = z.output<typeof DeliveryAttemptSchema>;

/** The answer with which a receiver disables its webhook. */
export const GONE_STATUS = 410;
/** The error of an attempt whose receiver took too long: it may well have been reached. */
export const NOT_ANSWERED = `It has not answered within ${LIMITS.webhook_answer_seconds} s.`;

/** What became of telling one receiver one thing. */
export const DeliverySchema = z
  .object({
    id: NewsIdSchema,
    webhook_id: WebhookIdSchema,
    type: z.string(),
    subject: z.string(),
    status: z.enum(DELIVERY_STATUSES),
    /** How often it was tried. */
    attempt_count: z.int(),
    /** The newest attempt. */
    last: DeliveryAttemptSchema.nullable(),
    next_attempt_at: TimestampSchema.nullable(),
    /** When it happened. */
    time: TimestampSchema,
  })
  .meta({ id: "Delivery" });
export type Delivery = z.output<typeof DeliverySchema>;

export const DeliveryListSchema = z.object({ deliveries: z.array(DeliverySchema) });

/** The same with all that was sent and answered. */
export const DeliveryDetailSchema = DeliverySchema.extend({
  event: CloudEventSchema,
  attempts: z.array(DeliveryAttemptSchema),
}).meta({ id: "DeliveryDetail" });
export type DeliveryDetail = z.output<typeof DeliveryDetailSchema>;

/** The query of a delivery log. */
export const DeliveryQuerySchema = z.strictObject({
  status: z.enum(DELIVERY_STATUSES).optional(),
  limit: pageQuery.limit,
});

/** A webhook as it is kept. */
export interface KeptWebhook extends Webhook {
  /** Opens only for its id and its address: who writes here by hand cannot have anything sent. */
  readonly sealed_secret: string;
  /** Secrets before it that still sign, the newest first. */
  readonly earlier?: readonly EarlierSecret[] | undefined;
  /** The request that made it, so that its repeat finds it. */
  readonly request?: string | undefined;
  /** Another with each save. Who saves it says which they have read, so that nobody undoes what they have not seen. */
  readonly saved_as?: string | undefined;
}

/** What became of saving a webhook. */
export type SavedWebhook =
  | { readonly webhook: KeptWebhook }
  /** `changed`: it was saved or removed since it was read, or made before. */
  | { readonly refused: "changed" | "too_many" };

/** A secret that a newer one replaces. */
export interface EarlierSecret {
  readonly sealed_secret: string;
  readonly until: string;
}

/** The sealed secrets that sign what is sent at a moment, the newest first. */
export function secretsAt(
  { sealed_secret, earlier = [] }: Pick<KeptWebhook, "sealed_secret" | "earlier">,
  at: string,
): string[] {
  return [sealed_secret, ...earlierAt(earlier, at).map((each) => each.sealed_secret)];
}

/** Those that still sign at a moment. */
export function earlierAt(earlier: readonly EarlierSecret[], at: string): EarlierSecret[] {
  return earlier.filter(({ until }) => at < until);
}

/** What a webhook's secret is sealed for. */
export const purposeOfSecret = (url: string): string => `webhook ${url}`;

/** How one thing is told to one receiver. */
export interface DeliveryInput {
  readonly webhook_id: string;
  /** The workflow that keeps the webhooks. */
  readonly webhooks_workflow: string;
  readonly event: CloudEvent;
  /** What was tried before somebody asked to tell it again. */
  readonly earlier?: readonly DeliveryAttempt[] | undefined;
}

/** A delivery that has yet to begin, as lists show it. */
export function newDelivery({ webhook_id, event, earlier = [] }: DeliveryInput): Delivery {
  const { id, type, subject, time } = event;
  const last = earlier.at(-1) ?? null;
  const of = { id, webhook_id, type, subject, time };
  return { ...of, status: "pending", attempt_count: earlier.length, last, next_attempt_at: null };
}

import {
  WithStartWorkflowOperation,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  type Client,
} from "@temporalio/client";
import { refusal, type Refusal } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import {
  DeliverySchema,
  newDelivery,
  type CloudEvent,
  type Delivery,
  type DeliveryDetail,
  type KeptWebhook,
} from "../../contract/service/webhook.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import type { DeliveryStatus } from "../../contract/tables/vocabulary.ts";
import { quoted } from "../../temporal/connection/quoted.ts";
import { shortTitle } from "../../text/short-title.ts";
import type { deliveryWorkflow } from "../../workflows/webhooks/delivery.workflow.ts";
import type { webhooksWorkflow } from "../../workflows/webhooks/webhooks.workflow.ts";
import {
  deliveryQuery,
  removeWebhookUpdate,
  saveWebhookUpdate,
  tryNowSignal,
  webhooksQuery,
} from "../../workflows/wire/webhook-messages.ts";
import { createAsk } from "./asking/ask-temporal.ts";
import { isGone } from "./asking/temporal-refusal.ts";

/** Webhooks as the API sees them: one workflow keeps them all, and each delivery is one of its own. */
export interface WebhookGateway {
  /** All webhooks, the oldest first. */
  list(): Promise<readonly KeptWebhook[]>;
  /** @throws Refusal when there is none. */
  get(id: string): Promise<KeptWebhook>;
  /**
   * Keeps a new webhook, or one as it was read and then changed; it is durable when this resolves. Null when it was
   * saved or removed since it was read, or when its id is taken.
   * @throws Refusal when there are too many.
   */
  save(webhook: KeptWebhook): Promise<KeptWebhook | null>;
  remove(id: string): Promise<void>;
  /** What was told to it, the newest first. */
  deliveries(
    id: string,
    wanted: { readonly status?: DeliveryStatus | undefined; readonly limit: number },
  ): Promise<Delivery[]>;
  /** @throws Refusal when there is none. */
  delivery(id: string, newsId: string): Promise<DeliveryDetail>;
  /** Begins to tell it something, or goes on at once where it waits for its next attempt. */
  tell(id: string, event: CloudEvent, earlier?: DeliveryDetail): Promise<Delivery>;
}

/** Rows that one answer of a delivery log looks at. */
const MOST_ROWS = 1_000;
/** Rows that are read at once beside those that are shown: what was told again has several. */
const MORE_ROWS = 20;

export function createWebhookGateway(
  client: Client,
  taskQueue: string,
  { answerMs }: { readonly answerMs: number },
): WebhookGateway {
  const ask = createAsk(client, answerMs);
  const workflowId = TEMPORAL_NAMES.webhooks_prefix + taskQueue;
  const keeper = () => client.workflow.getHandle<typeof webhooksWorkflow>(workflowId);
  const deliveryId = (id: string, newsId: string): string =>
    `${TEMPORAL_NAMES.delivery_prefix}${id}.${newsId}`;

  async function orMissing<Result>(request: () => Promise<Result>, missing: () => Result) {
    try {
      return await ask("", request);
    } catch (error) {
      if (isGone(error)) return missing();
      throw error;
    }
  }

  const gateway: WebhookGateway = {
    list: () =>
      orMissing<readonly KeptWebhook[]>(
        () => keeper().query(webhooksQuery),
        () => [],
      ),
    async get(id) {
      const found = (await gateway.list()).find((webhook) => webhook.id === id);
      if (found === undefined) throw noSuchWebhook(id);
      return found;
    },
    async save(webhook) {
      const saved = await ask("", () =>
        client.workflow.executeUpdateWithStart(saveWebhookUpdate, {
          args: [webhook],
          startWorkflowOperation: new WithStartWorkflowOperation<typeof webhooksWorkflow>(
            TEMPORAL_NAMES.webhooks_workflow as unknown as typeof webhooksWorkflow,
            {
              workflowId,
              taskQueue,
              args: [],
              staticSummary: "Webhooks",
              workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
              workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
            },
          ),
        }),
      );
      if ("webhook" in saved) return saved.webhook;
      if (saved.refused === "changed") return null;
      throw refusal(
        "validation_failed",
        say("too_many_webhooks", { most: LIMITS.webhooks }),
        say("remove_a_webhook"),
      );
    },
    async remove(id) {
      const wasThere = await orMissing(
        () => keeper().executeUpdate(removeWebhookUpdate, { args: [id] }),
        () => false,
      );
      if (!wasThere) throw noSuchWebhook(id);
    },
    async deliveries(id, { status, limit }) {
      const query = [
        `WorkflowType = ${quoted(TEMPORAL_NAMES.delivery_workflow)}`,
        `WorkflowId STARTS_WITH ${quoted(deliveryId(id, ""))}`,
        ...(status === "pending" ? ["ExecutionStatus = 'Running'"] : []),
      ].join(" AND ");
      const newest = (found: ReadonlyMap<string, Delivery>): Delivery[] =>
        [...found.values()]
          .filter((delivery) => status === undefined || delivery.status === status)
          .sort((a, b) => (a.time < b.time ? 1 : -1))
          .slice(0, limit);
      const read = async (): Promise<Map<string, Delivery>> => {
        const found = new Map<string, Delivery>();
        let rows = 0;
        const pageSize = Math.min(limit + MORE_ROWS, MOST_ROWS);
        // The store gives what goes on first, then what ended last, and so the newest run of what was told again.
        for await (const { memo, closeTime } of client.workflow.list({ query, pageSize })) {
          const shown = DeliverySchema.safeParse(memo?.["delivery"]);
          if (shown.success && !found.has(shown.data.id)) found.set(shown.data.id, shown.data);
          if ((rows += 1) >= MOST_ROWS) break;
          if (closeTime === undefined) continue;
          // Whatever ended before the last of them happened is older than all of them.
          const last = newest(found)[limit - 1];
          if (last !== undefined && closeTime.getTime() < Date.parse(last.time)) break;
        }
        return found;
      };
      const found = await ask("", read, { of: "temporal" });
      if (found.size === 0) await gateway.get(id);
      return newest(found);
    },
    delivery: (id, newsId) =>
      orMissing(
        () => client.workflow.getHandle(deliveryId(id, newsId)).query(deliveryQuery),
        () => {
          throw noSuchDelivery(id, newsId);
        },
      ),
    async tell(id, event, earlier) {
      const of = deliveryId(id, event.id);
      if (earlier?.status === "pending") {
        await ask("", () => client.workflow.getHandle(of).signal(tryNowSignal));
        return toShown(earlier);
      }
      const attempts = earlier?.attempts;
      const input = {
        webhook_id: id,
        webhooks_workflow: workflowId,
        event,
        ...(attempts !== undefined && { earlier: attempts }),
      };
      await ask("", () =>
        client.workflow.start<typeof deliveryWorkflow>(TEMPORAL_NAMES.delivery_workflow, {
          workflowId: of,
          taskQueue,
          args: [input],
          memo: { delivery: newDelivery(input) },
          staticSummary: shortTitle(`${event.type}: ${event.subject}`),
          // Two who ask at once ask for the same.
          workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
          workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
        }),
      );
      return newDelivery(input);
    },
  };
  return gateway;
}

function toShown({ event: _, attempts: _attempts, ...shown }: DeliveryDetail): Delivery {
  return shown;
}

function noSuchWebhook(id: string): Refusal {
  return refusal("webhook_not_found", say("no_webhook", { id }), say("webhooks_are_listed"));
}

function noSuchDelivery(webhook: string, id: string): Refusal {
  return refusal(
    "delivery_not_found",
    say("no_delivery", { webhook, id }),
    say("deliveries_are_listed", { webhook }),
  );
}

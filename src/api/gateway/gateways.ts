import type { Client } from "@temporalio/client";
import type { LogSignature } from "../../contract/plan/log-file.ts";
import type { Figures } from "../../contract/service/figures.ts";
import { ownTime } from "../../temporal/connection/temporal-clock.ts";
import { withDeadline } from "../../temporal/connection/with-deadline.ts";
import {
  readPresence,
  type WorkerPresence,
} from "../../temporal/connection/workers/worker-presence.ts";
import { ANSWER_MS } from "./asking/ask-temporal.ts";
import { createLostWorkers } from "./asking/lost-workers.ts";
import { createFigures } from "./lists/figures.ts";
import { createPlanLists, type PlanLists } from "./lists/plan-lists.ts";
import { createSharedReads } from "./lists/shared-reads.ts";
import { createPlanGateway, type PlanGateway, type PlanGatewayOptions } from "./plan-gateway.ts";
import { createRecordGateway } from "./record-gateway.ts";
import { AGENTS, TEMPLATES, type AgentGateway, type TemplateGateway } from "./records.ts";
import { createScheduleGateway, type ScheduleGateway } from "./schedule-gateway.ts";
import { createWebhookGateway, type WebhookGateway } from "./webhook-gateway.ts";

const PRESENCE_MS = 1_000;

/** Everything that the API asks Temporal for. */
export interface Gateways {
  readonly plans: PlanGateway;
  readonly lists: PlanLists;
  readonly templates: TemplateGateway;
  readonly keptAgents: AgentGateway;
  readonly schedules: ScheduleGateway;
  readonly webhooks: WebhookGateway;
  /** Whether anybody runs plans. @throws Error when Temporal does not answer within a second. */
  readonly presence: () => Promise<WorkerPresence>;
  /** How many plans, holds and deliveries there are; null when Temporal does not say so in time. */
  readonly figures: () => Promise<Figures | null>;
  /** The API's word for the head of a plan's log; nothing where it has no key. */
  readonly signLog: (text: string) => LogSignature[];
  /** To be told when a worker has died: plans are asked of the others at once. */
  readonly workerLost: () => void;
}

/** Gateways to Temporal over one client. */
export function createGateways(
  client: Client,
  taskQueue: string,
  given: Omit<PlanGatewayOptions, "lostWorkers"> = {},
): Gateways {
  const options = { answerMs: ANSWER_MS, now: ownTime, ...given };
  const lostWorkers = createLostWorkers(client);
  const plans = createPlanGateway(client, taskQueue, { ...options, lostWorkers });
  // Every list says who runs plans, and Temporal answers a namespace only so many questions a second.
  const readWorkers = createSharedReads((queue) =>
    withDeadline(client.connection, PRESENCE_MS, () =>
      readPresence(client.connection, client.options.namespace, queue, {
        now: Date.parse(options.now()),
      }),
    ),
  );
  const presence = (): Promise<WorkerPresence> => readWorkers(taskQueue);
  return {
    plans,
    lists: createPlanLists(client, taskQueue, { plans, presence }, options),
    templates: createRecordGateway(client, taskQueue, TEMPLATES, options),
    webhooks: createWebhookGateway(client, taskQueue, options),
    keptAgents: createRecordGateway(client, taskQueue, AGENTS, options),
    schedules: createScheduleGateway(client, taskQueue, {
      ...options,
      demanded: async () => (await options.proofs?.demanded()) ?? [],
    }),
    presence,
    figures: createFigures(client, taskQueue, options.now),
    signLog: (text) => options.proofs?.sign(text) ?? [],
    workerLost: () => lostWorkers.lost(),
  };
}

import type { ToolMarks } from "../../plan/create/create.ts";
import type { Client } from "@temporalio/client";
import type { ArtifactStore } from "../../temporal/connection/payloads/artifact-store.ts";
import { withDeadline } from "../../temporal/connection/with-deadline.ts";
import { readPresence, type WorkerPresence } from "../../temporal/connection/worker-presence.ts";
import { createAgentGateway, type AgentGateway } from "./agent-gateway.ts";
import type { CommandProofs } from "./command-proofs.ts";
import { ANSWER_MS } from "./asking/ask-temporal.ts";
import { createLostWorkers } from "./asking/lost-workers.ts";
import { createPlanGateway, type PlanGateway } from "./plan-gateway.ts";
import { createPlanLists, type PlanLists } from "./lists/plan-lists.ts";
import { createScheduleGateway, type ScheduleGateway } from "./schedule-gateway.ts";
import { createWebhookGateway, type WebhookGateway } from "./webhook-gateway.ts";
import { createTemplateGateway, type TemplateGateway } from "./template-gateway.ts";

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
  /** To be told when a worker has died: plans are asked of the others at once. */
  readonly workerLost: () => void;
}

export interface GatewayOptions {
  /** How long Temporal and a worker may take to answer, in milliseconds; 5 s when absent. */
  readonly answerMs?: number;
  /** The API's word for its commands; plans take anybody's when absent. */
  readonly proofs?: CommandProofs;
  /** Where people look at plans, once that is known: plans that are started by the API tell it to Temporal's UI. */
  readonly screenUrl?: () => string | undefined;
  /** What tools say of themselves that plans have to know. */
  readonly toolMarks?: ToolMarks;
  /** Where plans that ended are kept; without it, workers replay them for who reads them. */
  readonly artifacts?: ArtifactStore;
}

/** Gateways to Temporal over one client. */
export function createGateways(
  client: Client,
  taskQueue: string,
  { answerMs = ANSWER_MS, proofs, screenUrl, toolMarks, artifacts }: GatewayOptions = {},
): Gateways {
  const lostWorkers = createLostWorkers(client);
  const plans = createPlanGateway(client, taskQueue, {
    answerMs,
    lostWorkers,
    ...(proofs && { proofs }),
    ...(screenUrl && { screenUrl }),
    ...(toolMarks && { toolMarks }),
    ...(artifacts && { artifacts }),
  });
  return {
    plans,
    lists: createPlanLists(client, taskQueue, plans, { answerMs }),
    templates: createTemplateGateway(client, taskQueue, { answerMs, ...(proofs && { proofs }) }),
    webhooks: createWebhookGateway(client, taskQueue, { answerMs }),
    keptAgents: createAgentGateway(client, taskQueue, { answerMs, ...(proofs && { proofs }) }),
    schedules: createScheduleGateway(client, taskQueue, {
      answerMs,
      demanded: async () => (await proofs?.demanded()) ?? [],
    }),
    presence: () =>
      withDeadline(client.connection, PRESENCE_MS, () =>
        readPresence(client.connection, client.options.namespace, taskQueue),
      ),
    workerLost: () => lostWorkers.lost(),
  };
}

import type { Client } from "@temporalio/client";
import { ANSWER_MS } from "./ask-temporal.ts";
import type { ApiDeps } from "./deps.ts";
import { createPlanGateway } from "./plan-gateway.ts";
import { createPlanLists } from "./plan-lists.ts";
import { createScheduleGateway } from "./schedule-gateway.ts";
import { createListFeed } from "./stream/list-feed.ts";
import { createTemplateGateway } from "./template-gateway.ts";

export interface GatewayOptions {
  /** How long Temporal and a worker may take to answer, in milliseconds; 5 s when absent. */
  readonly answerMs?: number;
}

/** Everything that the API asks Temporal for, over one client. */
export function createGateways(
  client: Client,
  taskQueue: string,
  { answerMs = ANSWER_MS }: GatewayOptions = {},
): Pick<ApiDeps, "plans" | "lists" | "listFeed" | "templates" | "schedules"> {
  const lists = createPlanLists(client, taskQueue, { answerMs });
  return {
    plans: createPlanGateway(client, taskQueue, { answerMs }),
    lists,
    listFeed: createListFeed(lists),
    templates: createTemplateGateway(client, taskQueue, { answerMs }),
    schedules: createScheduleGateway(client, taskQueue, { answerMs }),
  };
}

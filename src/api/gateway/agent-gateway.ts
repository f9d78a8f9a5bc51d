import type { Client } from "@temporalio/client";
import {
  KeptAgentSummarySchema,
  type KeptAgent,
  type KeptAgentSummary,
} from "../../contract/agent.ts";
import { Refusal } from "../../contract/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { keptAgentsQuery, TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import {
  deleteAgentUpdate,
  keptAgentQuery,
  saveAgentUpdate,
} from "../../workflows/wire/messages.ts";
import {
  createRecordGateway,
  type RecordGateway,
  type RecordGatewayOptions,
} from "./record-gateway.ts";

/** Agents that the API keeps, besides those of the configuration. */
export type AgentGateway = RecordGateway<KeptAgent, KeptAgentSummary>;

export function createAgentGateway(
  client: Client,
  taskQueue: string,
  options: RecordGatewayOptions,
): AgentGateway {
  return createRecordGateway<KeptAgent, KeptAgentSummary>(
    client,
    taskQueue,
    {
      workflow: TEMPORAL_NAMES.kept_agent_workflow,
      prefix: TEMPORAL_NAMES.kept_agent_prefix,
      query: keptAgentQuery,
      saveUpdate: saveAgentUpdate,
      deleteUpdate: deleteAgentUpdate,
      idOf: ({ name }) => name,
      titleOf: ({ name }) => name,
      listQuery: keptAgentsQuery(taskQueue),
      toSummary: ({ agent }) => KeptAgentSummarySchema.safeParse(agent).data,
      compare: (a, b) => (a.name < b.name ? -1 : 1),
      most: LIMITS.kept_agents,
      missing: (name) =>
        new Refusal({
          code: "agent_not_found",
          detail: say("no_kept_agent", { name }),
          hint: say("agents_are_listed"),
        }),
    },
    options,
  );
}

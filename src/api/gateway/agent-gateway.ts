import {
  WithStartWorkflowOperation,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  type Client,
} from "@temporalio/client";
import {
  KeptAgentSummarySchema,
  type KeptAgent,
  type KeptAgentSummary,
} from "../../contract/agent.ts";
import { Refusal } from "../../contract/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { keptAgentsQuery, TEMPORAL_NAMES } from "../../contract/tables/temporal-names.ts";
import { shortTitle } from "../../text/short-title.ts";
import {
  deleteAgentUpdate,
  keptAgentQuery,
  saveAgentUpdate,
} from "../../workflows/wire/messages.ts";
import type { keptAgentWorkflow } from "../../workflows/kept-agent.workflow.ts";
import { createAsk } from "./ask-temporal.ts";
import type { TemplateGatewayOptions } from "./template-gateway.ts";

/** Agents that the API keeps, besides those of the configuration: each by a workflow of its own. */
export interface AgentGateway {
  /** Saves an agent, as a new one or as the next version; it is durable when this resolves. */
  save(agent: Omit<KeptAgent, "version" | "saved_at">): Promise<KeptAgent>;
  /** @throws Refusal `agent_not_found`. */
  get(name: string): Promise<KeptAgent>;
  /** All of them, by name; it also answers while every worker is down. A new one may take a second. */
  list(): Promise<KeptAgentSummary[]>;
  delete(name: string): Promise<void>;
}

export function createAgentGateway(
  client: Client,
  taskQueue: string,
  { answerMs }: TemplateGatewayOptions,
): AgentGateway {
  const ask = createAsk(client, answerMs);
  const handleOf = (name: string) =>
    client.workflow.getHandle<typeof keptAgentWorkflow>(TEMPORAL_NAMES.kept_agent_prefix + name);

  async function askAgent<Result>(name: string, request: () => Promise<Result>): Promise<Result> {
    try {
      return await ask(name, request);
    } catch (error) {
      const isMissing = error instanceof Refusal && error.problem.code === "plan_not_found";
      throw isMissing ? noSuchAgent(name) : error;
    }
  }

  return {
    save: (agent) =>
      askAgent(agent.name, () =>
        client.workflow.executeUpdateWithStart(saveAgentUpdate, {
          args: [agent],
          startWorkflowOperation: new WithStartWorkflowOperation<typeof keptAgentWorkflow>(
            TEMPORAL_NAMES.kept_agent_workflow,
            {
              workflowId: TEMPORAL_NAMES.kept_agent_prefix + agent.name,
              taskQueue,
              args: [{}],
              staticSummary: shortTitle(agent.name),
              workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
              workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
            },
          ),
        }),
      ),
    get: (name) =>
      askAgent(name, async () => {
        const handle = handleOf(name);
        const [kept, { status }] = await Promise.all([
          handle.query(keptAgentQuery),
          handle.describe(),
        ]);
        if (kept === null || status.name !== "RUNNING") throw noSuchAgent(name);
        return kept;
      }),
    list: () => {
      const read = async (): Promise<KeptAgentSummary[]> => {
        const found: KeptAgentSummary[] = [];
        for await (const { memo } of client.workflow.list({ query: keptAgentsQuery(taskQueue) })) {
          const agent = KeptAgentSummarySchema.safeParse(memo?.["agent"]);
          if (agent.success) found.push(agent.data);
          if (found.length >= LIMITS.kept_agents) break;
        }
        return found.sort((a, b) => (a.name < b.name ? -1 : 1));
      };
      return ask("", read, { of: "temporal" });
    },
    delete: (name) => askAgent(name, () => handleOf(name).executeUpdate(deleteAgentUpdate)),
  };
}

function noSuchAgent(name: string): Refusal {
  return new Refusal({
    code: "agent_not_found",
    detail: say("no_kept_agent", { name }),
    hint: say("agents_are_listed"),
  });
}

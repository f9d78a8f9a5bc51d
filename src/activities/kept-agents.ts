import { activityInfo, getClient } from "@temporalio/activity";
import {
  AgentNameSchema,
  KeptAgentSchema,
  KeptAgentSummarySchema,
  type AgentSettings,
  type KeptAgentSummary,
} from "../contract/agent.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import { keptAgentsQuery, TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import { unlessGone } from "../temporal/connection/runs/unless-gone.ts";

/** Agents that the API keeps, as activities find them. */
export interface KeptAgents {
  /** The agent of a name, as it was saved last; undefined when there is none. */
  find(name: string): Promise<AgentSettings | undefined>;
  /** What is known of all of them; a new one may take a second. */
  list(): Promise<KeptAgentSummary[]>;
}

/** The agents that are kept for the workers of this activity's queue. */
export const keptAgents: KeptAgents = {
  async find(name) {
    if (!AgentNameSchema.safeParse(name).success) return undefined;
    const handle = getClient().workflow.getHandle(TEMPORAL_NAMES.kept_agent_prefix + name);
    const found = await unlessGone(Promise.all([handle.query("agent"), handle.describe()]));
    if (found === undefined) return undefined;
    const [kept, { status }] = found;
    // Whoever may write to Temporal can keep anything there.
    const read = KeptAgentSchema.safeParse(kept);
    return read.success && status.name === "RUNNING" ? read.data : undefined;
  },
  async list() {
    const found: KeptAgentSummary[] = [];
    const query = keptAgentsQuery(activityInfo().taskQueue);
    for await (const { memo } of getClient().workflow.list({ query })) {
      const agent = KeptAgentSummarySchema.safeParse(memo?.["agent"]);
      if (agent.success) found.push(agent.data);
      if (found.length >= LIMITS.kept_agents) break;
    }
    // The same agents are the same question to a model, whose answer is kept.
    return found.sort((a, b) => (a.name < b.name ? -1 : 1));
  },
};

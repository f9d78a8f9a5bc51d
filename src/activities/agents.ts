import type { AgentDefinition } from "../contract/agent.ts";
import { TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import type { ArtifactStore } from "../temporal/connection/artifact-store.ts";
import type { OwnActivities } from "./activity-types.ts";
import { keepResult } from "./artifacts.ts";

/** Where a worker finds agents. */
export interface AgentDeps {
  readonly artifacts: ArtifactStore;
  /** Agents by their names; none when absent. */
  readonly agentDefinitions?: Readonly<Record<string, AgentDefinition>>;
}

type AgentActivities = Pick<OwnActivities, "holdpoint.read_agent" | "holdpoint.keep_conversation">;

/** What the workflows of agents need of the world. */
export function agentActivities(deps: AgentDeps): AgentActivities {
  const { artifacts, agentDefinitions: agents = {} } = deps;
  return {
    "holdpoint.read_agent": ({ name }) => {
      const agent = Object.hasOwn(agents, name) ? agents[name] : undefined;
      return Promise.resolve(agent === undefined ? { known: Object.keys(agents) } : { agent });
    },
    async "holdpoint.keep_conversation"({ plan_id, turns, result }) {
      const user = TEMPORAL_NAMES.plan_prefix + plan_id;
      return {
        transcript: await artifacts.put(Buffer.from(JSON.stringify({ plan_id, turns })), user),
        answer: await keepResult(result, artifacts, user),
      };
    },
  };
}

import type { AgentDefinition } from "../contract/agent.ts";
import { TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import { createPartReader } from "../json/referring.ts";
import { lookAt, readIn } from "../plan/agents/read-result.ts";
import {
  MissingArtifactError,
  readJson,
  type ArtifactStore,
} from "../temporal/connection/payloads/artifact-store.ts";
import type { Tool } from "../tools/define-tool.ts";
import type { OwnActivities } from "./activity-types.ts";
import { keepResult } from "./artifacts.ts";
import { defineAgent } from "./define-agents.ts";
import type { KeptAgents } from "./kept-agents.ts";

/** Where a worker finds agents. */
export interface AgentDeps {
  readonly artifacts: ArtifactStore;
  /** Agents by their names; none when absent. */
  readonly agentDefinitions?: Readonly<Record<string, AgentDefinition>>;
  /** Those that the API keeps; none when absent. */
  readonly keptAgents?: KeptAgents;
}

type AgentActivities = Pick<
  OwnActivities,
  "holdpoint.read_agent" | "holdpoint.keep_conversation" | "holdpoint.read_result"
>;

/** What the workflows of agents need of the world. */
export function agentActivities(tools: readonly Tool[], deps: AgentDeps): AgentActivities {
  const { artifacts, agentDefinitions: agents = {}, keptAgents } = deps;
  return {
    async "holdpoint.read_agent"({ name }) {
      // What the configuration names is what a name means, whatever is kept.
      const agent = Object.hasOwn(agents, name) ? agents[name] : undefined;
      if (agent !== undefined) return { agent };
      const kept = await keptAgents?.find(name);
      if (kept === undefined) {
        // They are only named to who mistyped one: Temporal's lists may be down, and its test server has none.
        const others = (await keptAgents?.list().catch(() => [])) ?? [];
        return { known: [...new Set([...Object.keys(agents), ...others.map((one) => one.name)])] };
      }
      const has = new Set(tools.map((tool) => tool.name));
      const missing = kept.tools.filter((tool) => !has.has(tool));
      return missing.length > 0 ? { missing } : { agent: defineAgent(kept, tools) };
    },
    "holdpoint.read_result": readResult(artifacts),
    async "holdpoint.keep_conversation"({ plan_id, turns, result }) {
      const user = TEMPORAL_NAMES.plan_prefix + plan_id;
      return {
        transcript: await artifacts.put(Buffer.from(JSON.stringify({ plan_id, turns })), user),
        answer: await keepResult(result, artifacts, user),
      };
    },
  };
}

/** Reads of a kept result what an agent asks for. */
const readResult =
  (artifacts: ArtifactStore): OwnActivities["holdpoint.read_result"] =>
  async ({ plan_id, kept, reading }) => {
    const user = TEMPORAL_NAMES.plan_prefix + plan_id;
    const readPart = createPartReader(async (digest) => {
      await artifacts.share(digest, user);
      return readJson(artifacts, digest);
    });
    try {
      const value = await readPart(kept);
      if (value === undefined) return { error: "There is nothing at this place of the result." };
      return reading === null ? lookAt(value) : readIn(value, reading);
    } catch (error) {
      if (error instanceof MissingArtifactError) return { error: "The result is gone." };
      throw error;
    }
  };

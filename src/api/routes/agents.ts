import { z } from "zod";
import {
  AgentInputSchema,
  AgentListSchema,
  AgentNameSchema,
  KeptAgentSchema,
} from "../../contract/agent.ts";
import { assertAgentFits, assertNotConfigured, knownAgents } from "../commands/known-agents.ts";
import { expectedVersion } from "../commands/send-command.ts";
import { actorOf } from "../http/requests/actor.ts";
import { json, route } from "../http/route.ts";
import type { ApiDeps } from "./api-deps.ts";

const AgentParams = z.object({ agent_name: AgentNameSchema });
const FOR_ADMINS = { tag: "agents", role: "admin", params: AgentParams } as const;

/** `/v1/agents`: who todos may be given to besides people, and the models. */
export function agentRoutes(deps: Pick<ApiDeps, "agents" | "keptAgents" | "tools">) {
  const { keptAgents, tools } = deps;
  return [
    route({
      at: "GET /v1/agents",
      id: "listAgents",
      tag: "agents",
      role: "viewer",
      summary: "List the agents, their tools and limits, and the models",
      headers: ["If-None-Match"],
      responses: {
        200: json(AgentListSchema, "The agents of the configuration and those that are kept"),
      },
      async handler(c) {
        const names = tools.list().map(({ name }) => name);
        return c.json({ ...(await knownAgents(deps)), tools: names.toSorted() }, 200);
      },
    }),
    route({
      at: "GET /v1/agents/:agent_name",
      id: "getAgent",
      ...FOR_ADMINS,
      summary: "Get an agent that is kept, with its instructions",
      headers: ["If-None-Match"],
      responses: { 200: json(KeptAgentSchema, "The agent") },
      async handler(c, { params: { agent_name: name } }) {
        assertNotConfigured(deps, name);
        return c.json(await keptAgents.get(name), 200);
      },
    }),
    route({
      at: "PUT /v1/agents/:agent_name",
      id: "saveAgent",
      ...FOR_ADMINS,
      summary: "Save an agent",
      body: AgentInputSchema,
      example: {
        description: "Writes texts",
        instructions: "Write plainly, in the language of your assignment.",
        tools: ["write_file"],
        approval_tools: ["write_file"],
      },
      responses: {
        200: json(KeptAgentSchema, "The agent's next version; todos that run keep the one before"),
        201: json(KeptAgentSchema, "The new agent"),
      },
      async handler(c, { params: { agent_name: name }, body }) {
        assertNotConfigured(deps, name);
        assertAgentFits(name, body, tools);
        // A save would begin to keep one that was deleted.
        if ((body.after_version ?? 0) > 0) await keptAgents.get(name);
        const { version: _, saved_at: __, ...settings } = body;
        const saved = await keptAgents.save({ ...settings, name, saved_by: actorOf(c).name });
        return saved.version === 1 ? c.json(saved, 201) : c.json(saved, 200);
      },
    }),
    route({
      at: "DELETE /v1/agents/:agent_name",
      id: "deleteAgent",
      ...FOR_ADMINS,
      summary: "Delete an agent",
      headers: ["If-Match"],
      responses: { 204: { description: "Deleted; todos on which it works go on" } },
      async handler(c, { params: { agent_name: name } }) {
        assertNotConfigured(deps, name);
        await keptAgents.delete(name, expectedVersion(c).expected_version);
        return c.body(null, 204);
      },
    }),
  ];
}

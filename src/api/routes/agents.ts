import { AgentListSchema } from "../../contract/agent.ts";
import { json, route } from "../http/route.ts";
import type { ApiDeps } from "./api-deps.ts";

/** `/v1/agents`: the agents and models of the configuration. */
export function agentRoutes({ agents }: Pick<ApiDeps, "agents">) {
  return [
    route({
      at: "GET /v1/agents",
      id: "listAgents",
      tag: "agents",
      role: "viewer",
      summary: "List the agents, their tools and limits, and the models",
      headers: ["If-None-Match"],
      responses: { 200: json(AgentListSchema, "The agents of the configuration") },
      handler: (c) => c.json(agents, 200),
    }),
  ];
}

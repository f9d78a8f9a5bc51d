import { ToolListSchema, ToolQuerySchema } from "../../contract/tool.ts";
import { toolViews } from "../commands/known-tools.ts";
import { json, route } from "../http/route.ts";
import type { ApiDeps } from "./api-deps.ts";

/** `/v1/tools`: what todos may run, and with which arguments. */
export function toolRoutes({ tools }: Pick<ApiDeps, "tools">) {
  return [
    route({
      at: "GET /v1/tools",
      id: "listTools",
      tag: "tools",
      role: "viewer",
      summary:
        "List the tools that todos may run, with the JSON Schemas of what they take and give",
      headers: ["If-None-Match"],
      query: ToolQuerySchema,
      responses: { 200: json(ToolListSchema, "The tools of the configuration, by name") },
      handler: (c, { query: { name } }) => c.json({ tools: toolViews(tools, name) }, 200),
    }),
  ];
}

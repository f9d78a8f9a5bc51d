import { refusal } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { ToolListSchema, ToolQuerySchema, TOOL_MARKS, type ToolView } from "../../contract/tool.ts";
import { unknownTool, type ToolCatalog } from "../commands/new-plan.ts";
import { json, route } from "../http/route.ts";
import type { ApiDeps } from "./api-deps.ts";

/**
 * The tools as whoever writes a plan has to know them, sorted by name; or the one of this name.
 * @throws Refusal `unknown_tool` when there is none of this name.
 */
function toolViews(catalog: ToolCatalog, name?: string): ToolView[] {
  if (name !== undefined && catalog.get(name) === undefined) {
    throw refusal("unknown_tool", unknownTool(name, catalog), say("tools_are_listed"));
  }
  return catalog
    .list()
    .filter((tool) => name === undefined || tool.name === name)
    .map((tool) => toView(tool, catalog))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function toView(tool: ReturnType<ToolCatalog["list"]>[number], catalog: ToolCatalog): ToolView {
  const input = catalog.input(tool.name);
  const output = catalog.output(tool.name);
  return {
    name: tool.name,
    // A tool that was written in JavaScript may say nothing.
    description: String(tool.description ?? ""),
    ...(input !== undefined && { input }),
    ...(output !== undefined && { output }),
    marks: TOOL_MARKS.filter((mark) => tool[mark] === true),
  };
}

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

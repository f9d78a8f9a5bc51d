import { refusal } from "../../contract/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { TOOL_MARKS, type ToolView } from "../../contract/tool.ts";
import { unknownTool, type ToolCatalog } from "./new-plan.ts";

/**
 * The tools as whoever writes a plan has to know them, sorted by name; or the one of this name.
 * @throws Refusal `unknown_tool` when there is none of this name.
 */
export function toolViews(catalog: ToolCatalog, name?: string): ToolView[] {
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

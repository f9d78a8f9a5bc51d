import type { AgentDefinition, AgentSettings, AgentTool } from "../contract/agent.ts";
import { toModelTool, type Tool } from "../tools/define-tool.ts";

/** The configured agents as their workflows need them, with the tools that they name. */
export function defineAgents(
  agents: readonly AgentSettings[],
  tools: readonly Tool[],
): Readonly<Record<string, AgentDefinition>> {
  return Object.fromEntries(agents.map((agent) => [agent.name, defineAgent(agent, tools)]));
}

/** An agent as its workflow needs it, with those of its tools that there are. */
export function defineAgent(agent: AgentSettings, tools: readonly Tool[]): AgentDefinition {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return {
    name: agent.name,
    instructions: agent.instructions,
    ...(agent.model !== null && { model: agent.model }),
    tools: agent.tools.flatMap((name) => toAgentTool(byName.get(name))),
    // A tool that has to ask asks whatever its agent's author wrote.
    approval: agent.tools.filter(
      (name) => agent.approval_tools.includes(name) || byName.get(name)?.requires_approval === true,
    ),
    todo_list: agent.todo_list,
    ...(agent.countdown_seconds !== undefined && { countdown_seconds: agent.countdown_seconds }),
    limits: agent.limits,
  };
}

function toAgentTool(tool: Tool | undefined): AgentTool[] {
  if (tool === undefined) return [];
  return [{ ...toModelTool(tool), read_only: tool.read_only ?? false }];
}

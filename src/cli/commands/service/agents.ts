import type { AgentView } from "../../../contract/agent.ts";
import { defineCommand } from "../../input/define-command.ts";
import { words } from "../../messages/i18n.ts";
import { dim } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";
import { table } from "../../terminal/table.ts";

/** `holdpoint agents`: who todos may be given to besides people, and with which tools. */
export const agentsCommand = defineCommand({
  brief: "brief_agents",
  examples: ["agents", "agents --json"],
  args: [],
  flags: {},
  async run(session) {
    const list = await session.client.agents.list();
    const { agents, models } = list;
    const heading = [
      words("head_agent"),
      words("head_model"),
      words("head_tools"),
      words("head_for"),
    ];
    const rows = agents.map((agent) => [
      agent.name,
      oneLine(agent.model ?? "–"),
      oneLine(toolsOf(agent)),
      oneLine(agent.description),
    ]);
    session.show(list, () =>
      agents.length === 0
        ? []
        : table(heading, rows, { columns: session.columns, flexible: [2, 3] }),
    );
    if (agents.length === 0) session.say(words("no_agents"));
    if (models === null) return session.say(words("no_models"));
    const named = Object.entries(models).map(([role, model]) => `${role} ${model}`);
    session.say(dim(words("models_are", { models: named.join(" · ") })));
  },
});

function toolsOf({ tools, approval_tools }: AgentView): string {
  return tools
    .map((tool) => (approval_tools.includes(tool) ? words("tool_asks", { tool }) : tool))
    .join(", ");
}

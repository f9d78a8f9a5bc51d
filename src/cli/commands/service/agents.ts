import { buildRouteMap } from "@stricli/core";
import type { AgentInput } from "../../../client/shapes.ts";
import type { AgentView } from "../../../contract/agent.ts";
import { defineCommand } from "../../input/define-command.ts";
import { textFlag } from "../../input/flags.ts";
import { sendFile } from "../../input/placed-in.ts";
import { words, heads } from "../../messages/i18n.ts";
import { demandingTools } from "../../session/demanding-tools.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import { dim } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";
import { table } from "../../terminal/table.ts";
import { keptCommands } from "./kept-commands.ts";

const listCommand = defineCommand({
  help: "agents_list",
  examples: ["agents", "agents --json"],
  async run(session) {
    const [list, demanded] = await Promise.all([
      session.client.agents.list(),
      demandingTools(session),
    ]);
    const { agents, models } = list;
    const heading = heads("agent", "model", "tools", "for");
    const rows = agents.map((agent) => [
      agent.name,
      oneLine(agent.model ?? "–"),
      oneLine(toolsOf(agent, demanded)),
      oneLine(agent.description),
    ]);
    const shape = { columns: session.columns, flexible: [2, 3] };
    session.show(list, () => table(heading, rows, shape));
    if (agents.length === 0) session.say(words("no_agents"));
    if (models === null) return session.say(words("no_models"));
    const named = Object.entries(models).map(([role, model]) => `${role} ${model}`);
    session.say(dim(words("models_are", { models: named.join(" · ") })));
  },
});

const saveCommand = defineCommand({
  help: "agents_save",
  examples: ["agents save writer --file writer.yaml"],
  args: ["agent"],
  flags: { file: textFlag("flag_agent_file", "file") },
  async run(session, [name], { file }) {
    if (file === undefined) {
      throw usageError(words("needs_agent_file"), "holdpoint agents save --help");
    }
    const saved = await sendFile(file, (agent) =>
      session.client.agents.save(name, agent as unknown as AgentInput),
    );
    session.done(saved, words("told_agent_saved", { agent: saved.name, version: saved.version }));
  },
});

const kept = keptCommands({ family: "agents", arg: "agent", example: "writer" });

/** `holdpoint agents`: who todos may be given to besides people, and with which tools. */
export const agentsCommand = buildRouteMap({
  docs: { brief: words("brief_agents") },
  defaultCommand: "list",
  routes: { list: listCommand, show: kept.show, save: saveCommand, delete: kept.delete },
});

/** @param demanded tools that ask whatever the agent's settings say. */
function toolsOf({ tools, approval_tools }: AgentView, demanded: readonly string[]): string {
  return tools
    .map((tool) => {
      if (demanded.includes(tool)) return words("tool_always_asks", { tool });
      return approval_tools.includes(tool) ? words("tool_asks", { tool }) : tool;
    })
    .join(", ");
}

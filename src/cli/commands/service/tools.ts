import { buildRouteMap } from "@stricli/core";
import { defineCommand } from "../../input/define-command.ts";
import { words } from "../../messages/i18n.ts";
import { toolLines, toolListLines } from "../../render/tool-lines.ts";
import { asTyped } from "../../session/typed-line.ts";
import { dim } from "../../terminal/colors.ts";

const listCommand = defineCommand({
  help: "tools_list",
  examples: ["tools", "tools --json"],
  async run(session) {
    const list = await session.client.tools.list();
    const { tools } = list;
    session.show(list, () => toolListLines(tools, session));
    const [first] = tools;
    if (first === undefined) return session.say(words("no_tools_here"));
    const command = asTyped(`holdpoint tools show ${first.name}`);
    session.say(dim(words("tools_show_one", { command })));
  },
});

const showCommand = defineCommand({
  help: "tools_show",
  examples: ["tools show read_csv", "tools show read_csv --json"],
  args: ["tool"],
  async run(session, [name]) {
    // The API refuses a name that no tool has, and says the nearest.
    const { tools } = await session.client.tools.list({ name });
    const tool = tools[0]!;
    session.show(tool, () => toolLines(tool, session));
  },
});

/** `holdpoint tools`: what todos may run, and with which arguments. */
export const toolsCommand = buildRouteMap({
  docs: { brief: words("brief_tools") },
  defaultCommand: "list",
  routes: { list: listCommand, show: showCommand },
});

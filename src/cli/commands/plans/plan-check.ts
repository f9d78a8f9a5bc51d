import type { PlanMistake } from "../../../client/plan-text.ts";
import { defineCommand } from "../../input/define-command.ts";
import { withMeant } from "../../input/placed-in.ts";
import { isOutline, readPlanFile } from "../../input/plan-file.ts";
import { words } from "../../messages/i18n.ts";
import { agentNote } from "../../render/agents/agent-note.ts";
import { deadlineNote } from "../../render/holds/deadline-note.ts";
import { demandedNote, writtenTodos } from "../../render/holds/demanded-note.ts";
import { EXIT, usageError } from "../../session/errors/cli-error.ts";
import { commandLine } from "../../session/typed-line.ts";
import { green, red } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";
import { runtime } from "../running/load-runtime.ts";

/**
 * `holdpoint plan check`: everything that is wrong with a plan file, each with its line; with its tools, where a
 * project is found from the folder upwards.
 */
export const checkCommand = defineCommand({
  help: "plan_check",
  isLocal: true,
  examples: ["plan check plan.yaml", "plan check - --json < plan.json"],
  args: ["file"],
  async run(session, [file]) {
    if (isOutline(file)) {
      throw usageError(words("check_no_outline"), commandLine("plan new --dry-run", [file]));
    }
    const tools = await (await runtime.knownTools()).findTools(process.cwd());
    const { mistakes, plan } = await readPlanFile(file, tools);
    session.show({ ok: mistakes.length === 0, problems: mistakes }, () =>
      mistakes.map((mistake) => mistakeLine(file, mistake)),
    );
    if (mistakes.length > 0) {
      session.say(`${red("✖")} ${words("file_wrong", { file, count: mistakes.length })}`);
      return session.end(EXIT.failed);
    }
    const count = Array.isArray(plan["todos"]) ? plan["todos"].length : 0;
    session.say(
      `${green("✔")} ${words(tools === undefined ? "file_fine_but_tools" : "file_fine", { file, count })}`,
    );
    const notes =
      tools === undefined
        ? []
        : [
            ...agentNote(plan, tools.agents, "agent_not_configured"),
            ...demandedNote(writtenTodos(plan, tools.marks.approval)),
          ];
    for (const note of [...notes, ...deadlineNote(plan)]) session.say(note);
  },
});

function mistakeLine(file: string, { line, column, pointer, detail, meant }: PlanMistake): string {
  return [`${file}:${line}:${column}`, pointer, withMeant(detail, meant)]
    .filter((part) => part !== "")
    .map(oneLine)
    .join("  ");
}

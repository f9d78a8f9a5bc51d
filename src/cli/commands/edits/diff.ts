import { defineCommand } from "../../input/define-command.ts";
import { lookAtPlan } from "../../input/find-plan.ts";
import { words } from "../../messages/i18n.ts";
import { comparisonLines } from "../../render/change-lines.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import { commandLine } from "../../session/typed-line.ts";

/** `holdpoint diff`: what differs between two versions of a plan. */
export const diffCommand = defineCommand({
  help: "diff",
  examples: ["diff tea 1 3"],
  args: ["plan", "from", "to"],
  async run(session, [plan, from, to]) {
    const versions = { from: toVersion("from", from, plan), to: toVersion("to", to, plan) };
    const comparison = await lookAtPlan(session, plan, (id) =>
      session.client.plans.compare(id, versions),
    );
    const lines = comparisonLines(comparison);
    session.show(comparison, () => lines);
    if (lines.length === 0) session.say(words("no_difference"));
  },
});

/** The API counts from 1; people also write v2. @throws CliError for what is no version. */
function toVersion(name: string, text: string, plan: string): number {
  const [, digits] = /^v?(\d{1,9})$/.exec(text) ?? [];
  if (digits !== undefined) return Number(digits);
  throw usageError(words("no_version", { name, text }), commandLine("history", [plan]));
}

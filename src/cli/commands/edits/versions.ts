import { buildRouteMap } from "@stricli/core";
import type { RollbackInput } from "../../../client/shapes.ts";
import { defineCommand } from "../../input/define-command.ts";
import { lookAtPlan } from "../../input/find-plan.ts";
import { numberFlag, textFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import { historyLines, comparisonLines, impactLines } from "../../render/change-lines.ts";
import { checkpointLines } from "../../render/checkpoint-lines.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import type { Session } from "../../session/session.ts";
import { commandLine } from "../../session/typed-line.ts";
import { editFlags, sendChange } from "./edit-plan.ts";

/** `holdpoint history`: the versions of a plan, who made each and why. */
export const historyCommand = defineCommand({
  help: "history",
  args: ["plan"],
  async run(session, [plan]) {
    const answer = await lookAtPlan(session, plan, (id) => session.client.plans.versions(id));
    session.show(answer, () => historyLines(answer.versions, session));
  },
});

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

/** `holdpoint rollback`: returns a plan to a version or a checkpoint. */
export const rollbackCommand = defineCommand({
  help: "rollback",
  examples: ["rollback tea --version 2 --dry-run", "rollback tea --checkpoint cp_12 --yes"],
  args: ["plan"],
  flags: {
    ...editFlags,
    version: numberFlag("flag_version"),
    checkpoint: textFlag("flag_checkpoint", "id"),
  },
  async run(session, [plan], { version, checkpoint, reason, dryRun }) {
    if ((version === undefined) === (checkpoint === undefined)) {
      throw usageError(words("needs_target"), commandLine("history", [plan]));
    }
    await rollBack(session, plan, { version, checkpoint_id: checkpoint, reason }, dryRun);
  },
});

/** Returns a plan to a moment, or shows what that would change; asks the person first. */
export async function rollBack(
  session: Session,
  plan: string,
  target: RollbackInput,
  dryRun: boolean,
): Promise<void> {
  const { plans } = session.client;
  const to = target.checkpoint_id ?? `v${target.version}`;
  let version: number | undefined;
  if (!dryRun) {
    const shown = await plans.rollback(plan, target, { validateOnly: true });
    for (const line of impactLines(shown.impact)) session.say(line);
    await session.confirm(words("sure_rollback", { plan, to }));
    version = shown.base_version;
  }
  await sendChange(session, dryRun, (options) =>
    plans.rollback(plan, target, { ...options, version }),
  );
}

const listCommand = defineCommand({
  help: "checkpoint_list",
  args: ["plan"],
  async run(session, [plan]) {
    const answer = await lookAtPlan(session, plan, (id) => session.client.plans.checkpoints(id));
    session.show(answer, () => checkpointLines(answer.checkpoints, session));
  },
});

const restoreCommand = defineCommand({
  help: "checkpoint_restore",
  examples: ["checkpoint restore tea cp_12 --yes"],
  args: ["plan", "checkpoint"],
  flags: editFlags,
  run: (session, [plan, checkpoint_id], { reason, dryRun }) =>
    rollBack(session, plan, { checkpoint_id, reason }, dryRun),
});

/** `holdpoint checkpoint`: moments to which a plan can be restored. */
export const checkpointCommand = buildRouteMap({
  docs: { brief: words("brief_checkpoint") },
  routes: { list: listCommand, restore: restoreCommand },
});

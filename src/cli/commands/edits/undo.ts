import { defineCommand } from "../../input/define-command.ts";
import { isWholeHoldId, toHoldId } from "../../input/find-plan.ts";
import { words } from "../../messages/i18n.ts";
import { usageError } from "../../session/errors/cli-error.ts";
import { planFlag } from "../holds/decide-holds.ts";
import { changePlan, editFlags } from "./edit-plan.ts";

/** `holdpoint undo`: takes back the last edit of a plan, or a decision that has not taken effect. */
export const undoCommand = defineCommand({
  help: "undo",
  examples: ["undo tea --dry-run", "undo tea", "undo tea.h1", "undo h1 --plan tea"],
  args: ["target"],
  flags: { ...editFlags, ...planFlag },
  async run(session, [about], { reason, dryRun, plan }) {
    if (plan === undefined && !isWholeHoldId(about)) {
      return changePlan(session, about, dryRun, (options) =>
        session.client.plans.undo(about, { reason }, options),
      );
    }
    if (dryRun) throw usageError(words("undo_without_preview"));
    const receipt = await session.client.holds.undo(toHoldId(about, plan), {
      reason,
    });
    session.done(receipt, words("told_undone", { title: receipt.hold?.title ?? about }));
  },
});

import { defineCommand } from "../../input/define-command.ts";
import { changePlan, editFlags } from "./edit-plan.ts";

/** `holdpoint undo`: takes the last edit of a plan back. */
export const undoCommand = defineCommand({
  brief: "brief_undo",
  examples: ["undo tea --dry-run", "undo tea"],
  args: ["plan"],
  flags: editFlags,
  run: (session, [plan], { reason, dryRun }) =>
    changePlan(session, plan, dryRun, (id, options) =>
      session.client.plans.undo(id, { reason }, options),
    ),
});

import { buildRouteMap } from "@stricli/core";
import { defineCommand } from "../../input/define-command.ts";
import { lookAtPlan } from "../../input/find-plan.ts";
import { words } from "../../messages/i18n.ts";
import { checkpointLines } from "../../render/checkpoint-lines.ts";
import { editFlags } from "./edit-plan.ts";
import { rollBack } from "./rollback.ts";

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

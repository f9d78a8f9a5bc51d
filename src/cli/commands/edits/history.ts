import { defineCommand } from "../../input/define-command.ts";
import { lookAtPlan } from "../../input/find-plan.ts";
import { historyLines } from "../../render/change-lines.ts";

/** `holdpoint history`: the versions of a plan, who made each and why. */
export const historyCommand = defineCommand({
  help: "history",
  args: ["plan"],
  async run(session, [plan]) {
    const answer = await lookAtPlan(session, plan, (id) => session.client.plans.versions(id));
    session.show(answer, () => historyLines(answer.versions, session));
  },
});

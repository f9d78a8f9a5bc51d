import { defineCommand } from "../../input/define-command.ts";
import { withHold } from "../../input/find-plan.ts";
import { words } from "../../messages/i18n.ts";
import { planFlag, reasonFlag } from "./decide-holds.ts";

/** `holdpoint revoke`: an approval that is remembered counts no more. */
export const revokeCommand = defineCommand({
  brief: "brief_revoke",
  examples: ["revoke tea.h1", "revoke h1 --plan tea"],
  args: ["hold"],
  flags: { ...planFlag, ...reasonFlag },
  async run(session, [hold], { plan, reason }) {
    const receipt = await withHold(session, hold, plan, (id) =>
      session.client.holds.revoke(id, { reason }),
    );
    session.done(receipt, words("told_revoked", { hold }));
  },
});

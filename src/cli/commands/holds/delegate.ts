import { defineCommand } from "../../input/define-command.ts";
import { withHold } from "../../input/find-plan.ts";
import { words } from "../../messages/i18n.ts";
import { planFlag, reasonFlag } from "./decide-holds.ts";

/** `holdpoint delegate`: another person is to decide. */
export const delegateCommand = defineCommand({
  brief: "brief_delegate",
  examples: ["delegate tea.h1 lee"],
  args: ["hold", "person"],
  flags: { ...planFlag, ...reasonFlag },
  async run(session, [hold, to], { plan, reason }) {
    const receipt = await withHold(session, hold, plan, (id) =>
      session.client.holds.delegate(id, { to, reason }),
    );
    session.done(receipt, words("told_delegated", { to }));
  },
});

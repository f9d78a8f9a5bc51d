import { defineCommand } from "../../input/define-command.ts";
import { withHold } from "../../input/find-plan.ts";
import { words } from "../../messages/i18n.ts";
import { consequenceLines, questionAbout } from "../../render/holds/choice-lines.ts";
import { planFlag, reasonFlag } from "./decide-holds.ts";

/** `holdpoint withdraw`: nobody is asked any more; a person sees before what that starts and stops. */
export const withdrawCommand = defineCommand({
  brief: "brief_withdraw",
  examples: ["withdraw tea.h1 --yes"],
  args: ["hold"],
  flags: { ...planFlag, ...reasonFlag },
  async run(session, [hold], { plan, reason }) {
    const { holds } = session.client;
    const receipt = await withHold(session, hold, plan, async (id) => {
      const { choices } = await holds.choices(id);
      const choice = choices.find((one) => one.choice === "withdraw");
      const sure = words("sure_withdraw", { hold });
      if (choice !== undefined) {
        await session.confirm(questionAbout(consequenceLines(choice, words), sure));
      }
      return holds.withdraw(id, { reason });
    });
    session.done(receipt, words("told_withdrawn", { hold }));
  },
});

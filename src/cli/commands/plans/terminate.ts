import { defineCommand } from "../../input/define-command.ts";
import { textFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import { terminationLines } from "../../render/termination-lines.ts";

/** `holdpoint plan terminate`: shows what is lost before it happens. */
export const terminateCommand = defineCommand({
  help: "plan_terminate",
  examples: ['plan terminate tea --reason "its worker is gone"', "plan terminate tea --yes"],
  args: ["plan"],
  flags: { reason: textFlag("flag_reason") },
  async run(session, [planId], input) {
    const { plans } = session.client;
    const before = await plans.terminate(planId, input, { validateOnly: true });
    for (const line of terminationLines(before, words)) session.say(line);
    await session.confirm(words("sure_terminate", { plan: planId }));
    session.done(await plans.terminate(planId, input), words("told_terminate", { plan: planId }));
  },
});

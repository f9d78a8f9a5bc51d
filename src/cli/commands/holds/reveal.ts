import { toPointer } from "../../../json/json-pointer.ts";
import { defineCommand } from "../../input/define-command.ts";
import { toHoldId } from "../../input/find-plan.ts";
import { reasonFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import { printable } from "../../terminal/printable.ts";
import { planFlag } from "./decide-holds.ts";

/** `holdpoint reveal`: one secret that a hold is about, for who may decide it. */
export const revealCommand = defineCommand({
  help: "reveal",
  examples: ["reveal tea.h1 token", "reveal tea.h1 /args/headers/authorization"],
  args: ["hold", "argument"],
  flags: { ...planFlag, ...reasonFlag },
  async run(session, [hold, argument], { plan, reason }) {
    const pointer = argument.startsWith("/") ? argument : toPointer(["args", argument]);
    const revealed = await session.client.holds.reveal(toHoldId(hold, plan), {
      pointer,
      reason,
    });
    const { value } = revealed;
    const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
    session.show(revealed, () => printable(text).split("\n"));
    session.say(words("told_revealed", { pointer }));
  },
});

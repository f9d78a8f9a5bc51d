import { LIMITS } from "../../../contract/tables/limits.ts";
import { defineCommand } from "../../input/define-command.ts";
import { toHoldId } from "../../input/find-plan.ts";
import { reasonFlag } from "../../input/flags.ts";
import { toSeconds } from "../../input/to-seconds.ts";
import { words } from "../../messages/i18n.ts";
import { span } from "../../messages/span.ts";
import { consequenceLines, questionAbout } from "../../render/holds/choice-lines.ts";
import { moment } from "../../terminal/time.ts";
import { planFlag } from "./decide-holds.ts";

const flags = { ...planFlag, ...reasonFlag };

/** `holdpoint extend`: more time for a decision. */
export const extendCommand = defineCommand({
  help: "extend",
  examples: ["extend tea.h1 30m", "extend h1 2h --plan tea"],
  args: ["hold", "time"],
  flags,
  async run(session, [hold, time], { plan, reason }) {
    const seconds = toSeconds(time, "holdpoint extend <hold> 30m", LIMITS.max_timeout_seconds);
    const receipt = await session.client.holds.extend(toHoldId(hold, plan), {
      seconds,
      reason,
    });
    const { deadline_at = null, remaining_ms = null } = receipt.hold ?? {};
    const sentence =
      deadline_at === null && remaining_ms !== null
        ? words("told_extended_paused", { left: span(remaining_ms) })
        : words("told_extended", { until: deadline_at === null ? "–" : moment(deadline_at) });
    session.done(receipt, sentence);
  },
});

/** `holdpoint delegate`: another person is to decide. */
export const delegateCommand = defineCommand({
  help: "delegate",
  examples: ["delegate tea.h1 lee"],
  args: ["hold", "person"],
  flags,
  async run(session, [hold, to], { plan, reason }) {
    const receipt = await session.client.holds.delegate(toHoldId(hold, plan), {
      to,
      reason,
    });
    session.done(receipt, words("told_delegated", { to }));
  },
});

/** `holdpoint revoke`: an approval that is remembered counts no more. */
export const revokeCommand = defineCommand({
  help: "revoke",
  examples: ["revoke tea.h1", "revoke h1 --plan tea"],
  args: ["hold"],
  flags,
  async run(session, [hold], { plan, reason }) {
    const receipt = await session.client.holds.revoke(toHoldId(hold, plan), { reason });
    session.done(receipt, words("told_revoked", { hold }));
  },
});

/** `holdpoint withdraw`: nobody is asked any more; a person sees before what that starts and stops. */
export const withdrawCommand = defineCommand({
  help: "withdraw",
  examples: ["withdraw tea.h1 --yes"],
  args: ["hold"],
  flags,
  async run(session, [hold], { plan, reason }) {
    const { holds } = session.client;
    const id = toHoldId(hold, plan);
    const { choices } = await holds.choices(id);
    const choice = choices.find((one) => one.choice === "withdraw");
    const sure = words("sure_withdraw", { hold });
    if (choice !== undefined) {
      await session.confirm(questionAbout(consequenceLines(choice), sure));
    }
    session.done(await holds.withdraw(id, { reason }), words("told_withdrawn", { hold }));
  },
});

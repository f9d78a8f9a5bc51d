import { defineCommand } from "../../input/define-command.ts";
import { withHold } from "../../input/find-plan.ts";
import { toSeconds } from "../../input/to-seconds.ts";
import { words } from "../../messages/i18n.ts";
import { moment } from "../../terminal/time.ts";
import { planFlag, reasonFlag } from "./decide-holds.ts";

/** `holdpoint extend`: more time for a decision. */
export const extendCommand = defineCommand({
  brief: "brief_extend",
  examples: ["extend tea.h1 30m", "extend h1 2h --plan tea"],
  args: ["hold", "time"],
  flags: { ...planFlag, ...reasonFlag },
  async run(session, [hold, time], { plan, reason }) {
    const seconds = toSeconds(time, "holdpoint extend <hold> 30m");
    const receipt = await withHold(session, hold, plan, (id) =>
      session.client.holds.extend(id, { seconds, reason }),
    );
    const until = receipt.hold?.deadline_at;
    const sentence = words("told_extended", { until: until == null ? "–" : moment(until) });
    session.done(receipt, sentence);
  },
});

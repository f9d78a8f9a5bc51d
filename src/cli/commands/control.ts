import type { Receipt } from "../../contract/plan.ts";
import { PAUSE_MODES } from "../../contract/vocabulary.ts";
import { defineCommand } from "../define-command.ts";
import { definedOnly } from "../defined-only.ts";
import { withPlan } from "../find-plan.ts";
import { choiceFlag, switchFlag, textFlag } from "../flags.ts";
import { dim, green } from "../render/colors.ts";
import type { Session } from "../session.ts";
import { words } from "../words-here.ts";

const reasonFlag = { reason: textFlag("flag_reason") };

type Body = { reason?: string; mode?: (typeof PAUSE_MODES)[number]; purpose?: "edit" };

async function control(
  session: Session,
  given: string,
  word: "pause" | "resume" | "cancel",
  json: Body,
): Promise<void> {
  const receipt = await withPlan(session, given, (plan_id) =>
    session.ask<Receipt>(
      session.client.v1.plans[":plan_id"][word].$post({ param: { plan_id }, json }),
    ),
  );
  session.show(receipt, () => []);
  session.say(`${green("✔")} ${words(`told_${word}`, { plan: receipt.plan_id })}`);
  const next = word === "pause" ? "resume" : word === "resume" ? "watch" : "plan show";
  session.say(dim(words("next_step", { next: `holdpoint ${next} ${receipt.plan_id}` })));
}

/** `holdpoint pause`: stops the clocks of holds, too. */
export const pauseCommand = defineCommand({
  brief: "brief_pause",
  full: "full_pause",
  examples: ["pause tea --reason lunch", "pause tea --mode interrupt"],
  args: ["plan"],
  flags: {
    ...reasonFlag,
    mode: choiceFlag("flag_pause_mode", PAUSE_MODES),
    toEdit: switchFlag("flag_to_edit"),
  },
  run: (session, [given], { toEdit, ...said }) =>
    control(
      session,
      given,
      "pause",
      definedOnly({ ...said, purpose: toEdit ? ("edit" as const) : undefined }),
    ),
});

export const resumeCommand = defineCommand({
  brief: "brief_resume",
  examples: ["resume tea"],
  args: ["plan"],
  flags: reasonFlag,
  run: (session, [given], said) => control(session, given, "resume", definedOnly(said)),
});

/** `holdpoint cancel`: the only one of the three that cannot be taken back. */
export const cancelCommand = defineCommand({
  brief: "brief_cancel",
  examples: ['cancel tea --reason "not wanted any more"', "cancel tea --yes"],
  args: ["plan"],
  flags: reasonFlag,
  async run(session, [given], said) {
    await session.confirm(words("sure_cancel", { plan: given }));
    await control(session, given, "cancel", definedOnly(said));
  },
});

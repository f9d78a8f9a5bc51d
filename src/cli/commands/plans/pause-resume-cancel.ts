import type { ControlInput } from "../../../client/shapes.ts";
import { PAUSE_MODES } from "../../../contract/tables/vocabulary.ts";
import { defineCommand } from "../../input/define-command.ts";
import { choiceFlag, numberFlag, reasonFlag, switchFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import type { Session } from "../../session/session.ts";

async function control(
  session: Session,
  plan: string,
  word: "pause" | "resume" | "cancel",
  { base, ...input }: ControlInput & { readonly base?: number | undefined },
): Promise<void> {
  const { plans } = session.client;
  const receipt =
    word === "pause"
      ? await plans.pause(plan, input)
      : await plans[word](plan, input, { version: base });
  session.done(receipt, words(`told_${word}`, { plan: receipt.plan_id }));
  const next = word === "pause" ? "resume" : word === "resume" ? "watch" : "plan show";
  session.next(`holdpoint ${next} ${receipt.plan_id}`);
}

/** `holdpoint pause`: stops the clocks of holds, too. */
export const pauseCommand = defineCommand({
  help: "pause",
  examples: ["pause tea --reason lunch", "pause tea --mode interrupt"],
  args: ["plan"],
  flags: {
    ...reasonFlag,
    mode: choiceFlag("flag_pause_mode", PAUSE_MODES),
    toEdit: switchFlag("flag_to_edit"),
  },
  run: (session, [plan], { toEdit, ...input }) =>
    control(session, plan, "pause", { ...input, purpose: toEdit ? "edit" : undefined }),
});

/** Of the plan as somebody saw it, where they say which version that was. */
const boundFlags = { ...reasonFlag, base: numberFlag("flag_seen_version") };

export const resumeCommand = defineCommand({
  help: "resume",
  examples: ["resume tea", "resume tea --base 2"],
  args: ["plan"],
  flags: boundFlags,
  run: (session, [plan], input) => control(session, plan, "resume", input),
});

/** `holdpoint cancel`: the only one of the three that cannot be taken back. */
export const cancelCommand = defineCommand({
  help: "cancel",
  examples: ['cancel tea --reason "not wanted any more"', "cancel tea --yes"],
  args: ["plan"],
  flags: boundFlags,
  async run(session, [plan], input) {
    // Of a plan that has ended nothing is stopped: the API says so.
    const isOver =
      !session.yes && (await session.client.plans.get(plan, { limit: 1 })).completed_at !== null;
    if (!isOver) await session.confirm(words("sure_cancel", { plan }));
    await control(session, plan, "cancel", input);
  },
});

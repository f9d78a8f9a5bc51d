import type { Choice } from "../../../contract/plan/holds/choices.ts";
import type { Hold } from "../../../contract/plan/holds/hold.ts";
import { REJECT_ACTIONS } from "../../../contract/tables/vocabulary.ts";
import { askReason, personHere } from "../../input/answers/ask-answer.ts";
import { defineCommand } from "../../input/define-command.ts";
import { toHoldId } from "../../input/find-plan.ts";
import { choiceFlag, reasonFlag, textFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import {
  consequenceLines,
  questionAbout,
  rejectionOf,
  touchesOthers,
} from "../../render/holds/choice-lines.ts";
import type { Session } from "../../session/session.ts";
import { decideHolds, graceFlag, planFlag } from "./decide-holds.ts";

/**
 * `holdpoint reject`: what the hold shows does not run. A terminal is shown what that stops, asks why
 * and whether it is meant; elsewhere the flags say so.
 */
export const rejectCommand = defineCommand({
  help: "reject",
  examples: ['reject tea.h1 --reason "wrong month" --yes', "reject tea.h1 --then go_on --yes"],
  args: ["hold..."],
  flags: {
    ...planFlag,
    ...graceFlag,
    ...reasonFlag,
    comment: textFlag("flag_comment"),
    then: choiceFlag("flag_then", REJECT_ACTIONS),
  },
  async run(session, [holds], { plan, grace, reason, ...remarks }) {
    const ids = [...new Set(holds.map((hold) => toHoldId(hold, plan)))];
    const shown = await Promise.all(ids.map((id) => look(session, id)));
    const asked = process.stdin.isTTY && !session.yes;
    const touching = shown.flatMap(({ hold, choices }) => {
      const choice = rejectionOf(hold, choices, remarks.then);
      return choice !== undefined && (asked || touchesOthers(choice)) ? [{ hold, choice }] : [];
    });
    const question = touching
      .map(({ hold: { title }, choice }) =>
        questionAbout(consequenceLines(choice), words("sure_reject", { title })),
      )
      .join("\n");
    if (touching.length > 0) await session.confirm(question);
    const isAskedWhy = asked && reason === undefined;
    const why = isAskedWhy ? await askReason(personHere(session)) : reason;
    const decision = { decision: "reject", ...remarks, reason: why, grace_seconds: grace } as const;
    await decideHolds(session, ids, undefined, decision);
  },
});

/** What of a hold can still be decided; what became of a closed one is told by who refuses. */
async function look({ client }: Session, id: string): Promise<{ hold: Hold; choices: Choice[] }> {
  const hold = await client.holds.get(id);
  const { choices } = hold.status === "open" ? await client.holds.choices(id) : { choices: [] };
  return { hold, choices };
}

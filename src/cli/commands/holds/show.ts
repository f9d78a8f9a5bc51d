import type { Hold } from "../../../contract/plan/holds/hold.ts";
import { eventSentence } from "../../../plan/views/log/event-sentence.ts";
import { defineCommand } from "../../input/define-command.ts";
import { lookAtHold } from "../../input/find-plan.ts";
import { switchFlag, textFlag } from "../../input/flags.ts";
import { readAsked, readHoldActions } from "../../live/read-asked.ts";
import { readLog } from "../../live/read-log.ts";
import { tellHere } from "../../messages/tell.ts";
import { argumentMatchLines } from "../../render/holds/argument-match-lines.ts";
import { askedLines } from "../../render/holds/asked-lines.ts";
import { choiceLines } from "../../render/holds/choice-lines.ts";
import { holdLines, isUndecided, waysToDecide } from "../../render/holds/hold-lines.ts";
import { shortHold } from "../../render/holds/reasons.ts";
import type { Session } from "../../session/session.ts";
import { showBytes } from "../../session/show-bytes.ts";
import { planFlag, tellUndo } from "./decide-holds.ts";

/** `holdpoint show`: one hold with everything that is decided. */
export const showCommand = defineCommand({
  help: "show",
  examples: [
    "show tea.h1",
    "show h1 --plan tea",
    "show tea.h1 --find password",
    "show tea.h1 --arguments --save args.json",
  ],
  args: ["hold"],
  flags: {
    ...planFlag,
    arguments: switchFlag("flag_arguments"),
    at: textFlag("flag_at", "pointer"),
    find: textFlag("flag_find", "text"),
    save: textFlag("flag_save", "file"),
  },
  async run(session, [holdId], { plan, at, find, save, arguments: isWhole }) {
    const hold = await lookAtHold(session, holdId, plan, session.client.holds.get);
    if (find !== undefined) {
      const where = { find, pointer: at ?? "" };
      const found = await session.client.holds.findInArguments(hold.id, where);
      return session.show(found, () => argumentMatchLines(found));
    }
    if (isWhole || at !== undefined || save !== undefined) {
      const pointer = at ?? "";
      return showBytes(
        session,
        (part) => session.client.holds.arguments(hold.id, { pointer, ...part }),
        save,
      );
    }
    if (!isUndecided(hold)) {
      const isTold = hold.status === "expired" && !session.json;
      const became = isTold ? await expiryOf(session, hold).catch(() => undefined) : undefined;
      session.show(hold, () => holdLines(hold, Infinity, became));
      tellUndo(session, hold);
      return;
    }
    const [choices, asked, can] = await Promise.all([
      session.client.holds.choices(hold.id),
      readAsked(session, hold),
      readHoldActions(session, hold),
    ]);
    session.show({ ...hold, ...choices, ...asked }, () => [
      ...holdLines(hold, Infinity),
      ...askedLines(asked, Infinity),
      ...choiceLines(hold, choices, session.columns, can?.extend.possible === true),
    ]);
    for (const way of waysToDecide(hold, choices.choices)) session.next(way);
  },
});

/** What followed when nobody decided in time, as the plan's log says: it depends on the plan as it was then. */
async function expiryOf(session: Session, { id, plan_id }: Hold): Promise<string | undefined> {
  const { seq } = await session.client.plans.get(plan_id, { limit: 1 });
  const log = await readLog(session, { id: plan_id, seq });
  const expired = log.find(
    ({ type, hold_id = "" }) => type === "hold.expired" && shortHold(hold_id) === shortHold(id),
  );
  return expired && tellHere(eventSentence(expired));
}

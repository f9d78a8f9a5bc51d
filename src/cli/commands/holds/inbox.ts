import type { WorkRow } from "../../../contract/list.ts";
import { HOLD_KINDS } from "../../../contract/tables/vocabulary.ts";
import { defineCommand } from "../../input/define-command.ts";
import { choiceFlag, numberFlag, switchFlag, textFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import { inboxLines, listNotes, workLines } from "../../render/lists.ts";
import { dim } from "../../terminal/colors.ts";
import { planFlag } from "./decide-holds.ts";

/** `holdpoint inbox`: the open holds of all plans, and what people have to do. */
export const inboxCommand = defineCommand({
  brief: "brief_inbox",
  examples: [
    "inbox",
    "inbox --kind input --mine",
    "inbox --agent writer",
    "inbox --plan tea --json",
  ],
  args: [],
  flags: {
    ...planFlag,
    kind: choiceFlag("flag_kind", HOLD_KINDS),
    agent: textFlag("flag_agent_asks"),
    mine: switchFlag("flag_mine"),
    assignee: textFlag("flag_assignee"),
    owner: textFlag("flag_owner"),
    tag: textFlag("flag_tag"),
    sort: choiceFlag("flag_hold_sort", ["deadline", "opened"]),
    limit: numberFlag("flag_limit"),
    cursor: textFlag("flag_cursor"),
  },
  async run(session, _, { plan: plan_id, mine, assignee, ...filter }) {
    const { kind, agent, sort, cursor, ...common } = filter;
    const whose = { ...common, plan_id, assignee: mine ? "me" : assignee };
    const listsWork = kind === undefined && agent === undefined && cursor === undefined;
    const [inbox, work] = await Promise.all([
      session.client.holds.list({ ...whose, kind, agent, sort, cursor }),
      listsWork ? session.client.todos.work(whose) : null,
    ]);
    const shape = { ...session, now: Date.now() };
    session.show({ ...inbox, work: work?.work ?? [] }, () => {
      const todos = work === null ? [] : workLines(work, shape);
      const holds = inboxLines(inbox, shape);
      return [...holds, ...(holds.length > 0 && todos.length > 0 ? [""] : []), ...todos];
    });
    const [hold] = inbox.holds;
    const [todo] = work?.work ?? [];
    if (hold === undefined && todo === undefined) session.say(words("inbox_empty"));
    const notes = [...listNotes(inbox, words), ...(work === null ? [] : listNotes(work, words))];
    for (const note of new Set(notes)) session.say(note);
    const next = hold === undefined ? wayToWork(todo) : `holdpoint show ${hold.id}`;
    session.say(dim(words("next_step", { next })));
  },
});

function wayToWork(todo: WorkRow | undefined): string {
  if (todo === undefined) return "holdpoint plan list";
  const { plan_id, todo_id, claimed_by } = todo;
  return `holdpoint todo ${claimed_by === null ? "claim" : "done"} ${plan_id} ${todo_id}`;
}

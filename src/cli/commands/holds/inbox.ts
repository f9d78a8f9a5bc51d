import type { Notice, WorkRow } from "../../../contract/list.ts";
import { HOLD_KINDS } from "../../../contract/tables/vocabulary.ts";
import { defineCommand } from "../../input/define-command.ts";
import { listedPlan } from "../../input/find-plan.ts";
import { choiceFlag, numberFlag, switchFlag, textFlag } from "../../input/flags.ts";
import { words } from "../../messages/i18n.ts";
import { inboxLines, listNotes, noticeLines, workLines } from "../../render/lists.ts";
import { tellNextPage } from "../../session/next-page.ts";
import type { Session } from "../../session/session.ts";

/** `holdpoint inbox`: the open holds of all plans, and what people have to do. */
export const inboxCommand = defineCommand({
  help: "inbox",
  examples: [
    "inbox",
    "inbox --kind input --mine",
    "inbox --agent writer",
    "inbox --plan tea --json",
  ],
  flags: {
    plan: textFlag("flag_of_plan", "plan"),
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
  async run(session, _, { plan, mine, assignee, ...filter }) {
    const { kind, agent, sort, cursor, ...common } = filter;
    const plan_id = plan === undefined ? undefined : await wholeId(session, plan);
    const whose = { ...common, plan_id };
    const { owner, tag } = filter;
    const listsNotices = cursor === undefined && assignee === undefined;
    const listsWork = kind === undefined && agent === undefined && cursor === undefined;
    const [inbox, work, failed] = await Promise.all([
      session.client.holds.list({
        ...whose,
        assignee,
        ...(mine && { for: "me" as const }),
        kind,
        agent,
        sort,
        cursor,
      }),
      listsWork ? session.client.todos.work({ ...whose, assignee: mine ? "me" : assignee }) : null,
      listsNotices ? session.client.plans.notices({ owner: mine ? "me" : owner, tag }) : null,
    ]);
    const shape = { ...session, now: session.now() };
    const notices = (failed?.notices ?? []).filter(
      (notice) => plan_id === undefined || notice.plan_id === plan_id,
    );
    session.show({ ...inbox, work: work?.work ?? [], notices }, () => {
      const todos = work === null ? [] : workLines(work, shape);
      const holds = inboxLines(inbox, shape);
      return [holds, todos, noticeLines(notices, shape)]
        .filter((lines) => lines.length > 0)
        .flatMap((lines, place) => (place === 0 ? lines : ["", ...lines]));
    });
    const hold = inbox.holds.find(({ deciding }) => deciding === null) ?? inbox.holds[0];
    const [todo] = work?.work ?? [];
    if (hold === undefined && todo === undefined && notices.length === 0)
      session.say(words("inbox_empty"));
    const notes = [...listNotes(inbox), ...(work === null ? [] : listNotes(work))];
    for (const note of new Set(notes)) session.say(note);
    tellNextPage(session, inbox, inbox.holds.length);
    const next = hold === undefined ? wayToRest(todo, notices[0]) : `holdpoint show ${hold.id}`;
    session.next(next);
  },
});

async function wholeId(session: Session, plan: string): Promise<string> {
  const listed = await listedPlan(session, plan);
  if (listed === plan) return plan;
  // It may be older than those that are looked through, or too new; else the one that begins so is meant.
  const found = await session.client.plans.get(plan, { limit: 1 }).catch((error: unknown) => {
    if (listed === undefined) throw error;
  });
  return found?.id ?? listed!;
}

function wayToRest(todo: WorkRow | undefined, notice: Notice | undefined): string {
  if (todo === undefined && notice !== undefined) {
    return `holdpoint plan acknowledge ${notice.plan_id}`;
  }
  if (todo === undefined) return "holdpoint plan list";
  const { plan_id, todo_id, claimed_by } = todo;
  return `holdpoint todo ${claimed_by === null ? "claim" : "done"} ${plan_id} ${todo_id}`;
}

import type { LoggedEvent } from "../../contract/event.ts";
import type { Hold } from "../../contract/hold.ts";
import { isWanted } from "../../contract/stream.ts";
import type { PlanView } from "../../contract/plan.ts";
import { defineCommand } from "../define-command.ts";
import { withPlan } from "../find-plan.ts";
import { numberFlag, switchFlag, textsFlag } from "../flags.ts";
import { readBoard, readWholePlan, titlesOf } from "../read-board.ts";
import { readWhy } from "../read-why.ts";
import { nextLines, whyLines } from "../render/next-lines.ts";
import { waysToDecide } from "../render/hold-lines.ts";
import { dim } from "../render/colors.ts";
import { watchForStop } from "../until-stopped.ts";
import { showEvent, watchLines } from "../watch-lines.ts";
import type { Session } from "../session.ts";
import { words } from "../words-here.ts";

/** `holdpoint next`: what runs, what runs next and why, and why the others wait. */
export const nextCommand = defineCommand({
  brief: "brief_next",
  args: ["plan"],
  flags: {},
  async run(session, [given]) {
    const board = await withPlan(session, given, (id) => readBoard(session, id));
    session.show(board.schedule, () => nextLines(board, words));
    const [hold] = board.holds;
    if (hold !== undefined)
      session.say(dim(words("next_step", { next: waysToDecide(hold)[0] ?? "" })));
  },
});

/** `holdpoint why`: every reason for which one todo does not run. */
export const whyCommand = defineCommand({
  brief: "brief_why",
  examples: ["why tea note"],
  args: ["plan", "todo"],
  flags: {},
  async run(session, [given, todo_id]) {
    const { todo, reasons, plan } = await withPlan(session, given, (id) =>
      readWhy(session, id, todo_id),
    );
    const holdId = reasons.find(({ hold_id }) => hold_id !== undefined)?.hold_id;
    const param = { hold_id: holdId ?? "" };
    const hold =
      holdId === undefined || session.json
        ? undefined
        : await session.ask<Hold>(session.client.v1.holds[":hold_id"].$get({ param }));
    session.show({ todo_id, status: todo.status, reasons }, () =>
      whyLines(todo, reasons, titlesOf(plan), words),
    );
    if (hold?.status !== "open") return;
    for (const way of waysToDecide(hold)) session.say(dim(words("next_step", { next: way })));
  },
});

/** `holdpoint logs`: a plan's events as lines; with `--follow`, those to come, too. */
export const logsCommand = defineCommand({
  brief: "brief_logs",
  examples: ["logs tea", "logs tea -f --types hold", "logs tea --json | jq .type"],
  args: ["plan"],
  flags: {
    follow: switchFlag("flag_follow"),
    after: numberFlag("flag_after_seq"),
    types: textsFlag("flag_types", "hold"),
  },
  aliases: { f: "follow" },
  async run(session, [given], { follow, after = 0, types }) {
    const plan = await withPlan(session, given, (id) => readWholePlan(session, id));
    if (!follow) return showLog(session, plan, after, types);
    const stop = watchForStop();
    try {
      await watchLines(session, plan, { after, signal: stop.signal, types });
    } finally {
      stop.release();
    }
  },
});

/** The events that there are, page by page. */
async function showLog(
  session: Session,
  plan: PlanView,
  from: number,
  types: readonly string[] | undefined,
): Promise<void> {
  const titles = titlesOf(plan);
  const param = { plan_id: plan.id };
  for (let after = from; ;) {
    const { events } = await session.ask<{ events: LoggedEvent[] }>(
      session.client.v1.plans[":plan_id"].events.$get({
        param,
        query: { after: String(after), limit: "1000" },
      }),
    );
    for (const event of events) if (isWanted(event.type, types)) showEvent(session, event, titles);
    const newest = events.at(-1)?.seq;
    if (newest === undefined || newest >= plan.seq) return;
    after = newest;
  }
}

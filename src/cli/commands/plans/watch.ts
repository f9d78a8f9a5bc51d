import type { Board } from "../../../contract/plan/board.ts";
import type { Hold } from "../../../contract/plan/holds/hold.ts";
import { defineCommand } from "../../input/define-command.ts";
import { lookAtPlan } from "../../input/find-plan.ts";
import { switchFlag } from "../../input/flags.ts";
import { readBoard } from "../../live/read-board.ts";
import { watchBoard } from "../../live/watch-board.ts";
import { watchLines } from "../../live/watch-lines.ts";
import { inOwnWords } from "../../messages/tell.ts";
import { holdLines, waysToDecide } from "../../render/holds/hold-lines.ts";
import { planWord } from "../../render/marks.ts";
import { EXIT } from "../../session/cli-error.ts";
import { readWholePlan } from "../../session/read-whole-plan.ts";
import type { Session } from "../../session/session.ts";
import { watchKeys } from "../../terminal/detach-keys.ts";
import { oneLine } from "../../terminal/printable.ts";
import { watchForStop } from "../../terminal/until-stopped.ts";

/** `holdpoint watch`: a live board on a terminal, lines elsewhere. Leaving it changes nothing. */
export const watchCommand = defineCommand({
  brief: "brief_watch",
  full: "full_watch",
  examples: ["watch tea", "watch tea --until-hold --plain"],
  args: ["plan"],
  flags: { untilHold: switchFlag("flag_until_hold") },
  async run(session, [planId], { untilHold }) {
    const board = await lookAtPlan(session, planId, (id) => readBoard(session, id));
    const stop = watchForStop();
    const left = new AbortController();
    const signal = AbortSignal.any([stop.signal, left.signal]);
    try {
      const isLive = process.stdout.isTTY && !session.plain && !session.json;
      const last = isLive
        ? await watchLive(session, board, untilHold, left, signal)
        : await watchPlain(session, board, untilHold, signal);
      tellEnd(session, last, signal.aborted);
    } finally {
      stop.release();
    }
  },
});

interface Last {
  readonly plan: Board["plan"];
  /** The hold at which it was to stop. */
  readonly hold: Pick<Hold, "id" | "kind"> | undefined;
}

async function watchLive(
  session: Session,
  first: Board,
  untilHold: boolean,
  left: AbortController,
  signal: AbortSignal,
): Promise<Last> {
  const keys = watchKeys(() => left.abort());
  try {
    const isLast = ({ holds }: Board): boolean => untilHold && holds.length > 0;
    const { plan, holds } = await watchBoard(session, first, { signal, isLast });
    return { plan, hold: untilHold && plan.completed_at === null ? holds[0] : undefined };
  } finally {
    keys.release();
  }
}

async function watchPlain(
  session: Session,
  { plan }: Board,
  untilHold: boolean,
  signal: AbortSignal,
): Promise<Last> {
  const { client, words } = session;
  let hold: Hold | undefined;
  const readHold = async (holdId: string): Promise<boolean> => {
    const asked = await client.holds.get(holdId);
    if (asked.status !== "open") return false;
    session.say(holdLines(asked, words).join("\n"));
    session.say([...waysToDecide(asked).map((way) => `  ${way}`), ""].join("\n"));
    if (untilHold) hold = asked;
    return untilHold;
  };
  const whole = await readWholePlan(session, plan.id);
  await watchLines(session, whole, { after: 0, signal, onHold: readHold });
  const now = signal.aborted ? plan : (await readBoard(session, plan.id, 1)).plan;
  return { plan: now, hold };
}

function tellEnd(session: Session, { plan, hold }: Last, hasLeft: boolean): void {
  const { words } = session;
  const command = `holdpoint watch ${plan.id}`;
  if (hold !== undefined) {
    const way = waysToDecide(hold)[0] ?? "";
    session.say(words("stopped_at_hold", { hold: hold.id }));
    session.next(way);
    return session.end(EXIT.waits);
  }
  if (plan.completed_at === null) {
    if (hasLeft) session.say(words("detached", { command }));
    // A script must not take a person's leaving for the plan's success.
    return session.end(EXIT.usage);
  }
  const { percentage } = plan.progress;
  session.say(words("plan_is", { state: planWord(plan, words), percentage }));
  if (plan.ended_because !== null) session.say(oneLine(inOwnWords(plan, "ended_because")));
  session.end(plan.status === "completed" ? EXIT.ok : EXIT.plan_failed);
}

import type { Board, BoardTodo } from "../../../contract/plan/board.ts";
import type { Hold } from "../../../contract/plan/holds/hold.ts";
import { defineCommand } from "../../input/define-command.ts";
import { lookAtPlan } from "../../input/find-plan.ts";
import { switchFlag } from "../../input/flags.ts";
import { readAsked } from "../../live/read-asked.ts";
import { readBoard } from "../../live/read-board.ts";
import { watchBoard } from "../../live/watch-board.ts";
import { watchLines } from "../../live/watch-lines.ts";
import { words } from "../../messages/i18n.ts";
import { inOwnWords } from "../../messages/tell.ts";
import { isOffered } from "../../render/board.ts";
import { askedLines } from "../../render/holds/asked-lines.ts";
import { holdLines, isUndecided, waysToDecide } from "../../render/holds/hold-lines.ts";
import { planWord } from "../../render/marks.ts";
import { EXIT } from "../../session/errors/cli-error.ts";
import { readWholePlan } from "../../session/read-whole-plan.ts";
import type { Session } from "../../session/session.ts";
import { asTyped } from "../../session/typed-line.ts";
import { oneLine } from "../../terminal/printable.ts";
import { watchForLeaving } from "../../terminal/until-stopped.ts";

/** `holdpoint watch`: a live board on a terminal, lines elsewhere. Leaving it changes nothing. */
export const watchCommand = defineCommand({
  help: "watch",
  examples: ["watch tea", "watch tea --until-hold --plain"],
  args: ["plan"],
  flags: { untilHold: switchFlag("flag_until_hold") },
  async run(session, [planId], { untilHold }) {
    const board = await lookAtPlan(session, planId, (id) => readBoard(session, id));
    const stop = watchForLeaving(EXIT.usage);
    const left = new AbortController();
    const signal = AbortSignal.any([stop.signal, left.signal]);
    try {
      const isLive = process.stdout.isTTY && !session.plain && !session.json;
      const last = isLive
        ? await watchLive(session, board, untilHold, left, signal)
        : await watchPlain(session, board, untilHold, signal);
      tellEnd(session, last, signal);
    } finally {
      stop.release();
    }
  },
});

interface Last {
  readonly plan: Board["plan"];
  /** What a person has to decide or to do, at which it was to stop. */
  readonly waiting: Waiting | undefined;
}

interface Waiting {
  readonly told: string;
  readonly way: string;
}

const atHold = (hold: Pick<Hold, "id" | "kind" | "deciding">): Waiting => ({
  told: words("stopped_at_hold", { hold: hold.id }),
  way: waysToDecide(hold)[0] ?? "",
});

const atWork = (planId: string, { id }: Pick<BoardTodo, "id">): Waiting => ({
  told: words("stopped_at_work", { todo: id }),
  way: asTyped(`holdpoint todo done ${planId} ${id}`),
});

function waitingOn({ plan, holds, todos }: Board): Waiting | undefined {
  const hold = holds.find(({ deciding }) => deciding === null);
  if (hold !== undefined) return atHold(hold);
  const todo = todos.find(isOffered);
  return todo === undefined ? undefined : atWork(plan.id, todo);
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
    const isLast = (board: Board): boolean => untilHold && waitingOn(board) !== undefined;
    const last = await watchBoard(session, first, { signal, isLast });
    const isOver = !untilHold || last.plan.completed_at !== null;
    return { plan: last.plan, waiting: isOver ? undefined : waitingOn(last) };
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
  const { client } = session;
  let waiting: Waiting | undefined;
  const readHold = async (holdId: string): Promise<boolean> => {
    const asked = await client.holds.get(holdId);
    if (!isUndecided(asked)) return false;
    const more = askedLines(await readAsked(session, asked));
    session.say([...holdLines(asked), ...more].join("\n"));
    session.say([...waysToDecide(asked).map((way) => `  ${way}`), ""].join("\n"));
    if (untilHold) waiting = atHold(asked);
    return untilHold;
  };
  const readWork = async (todoId: string): Promise<boolean> => {
    if (!untilHold) return false;
    const todo = await client.todos.get(plan.id, todoId);
    if (isOffered(todo)) waiting = atWork(plan.id, todo);
    return waiting !== undefined;
  };
  const whole = await readWholePlan(session, plan.id);
  await watchLines(session, whole, { after: 0, signal, onHold: readHold, onWork: readWork });
  const now = signal.aborted ? plan : (await readBoard(session, plan.id, 1)).plan;
  return { plan: now, waiting };
}

function tellEnd(session: Session, { plan, waiting }: Last, left: AbortSignal): void {
  const command = asTyped(`holdpoint watch ${plan.id}`);
  if (waiting !== undefined) {
    session.say(waiting.told);
    session.next(waiting.way);
    return session.end(EXIT.waits);
  }
  if (plan.completed_at === null) {
    if (left.aborted) session.say(words("detached", { command }));
    // A script must not take a person's leaving for the plan's success.
    return session.end(EXIT.usage);
  }
  const { percentage } = plan.progress;
  session.say(words("plan_is", { state: planWord(plan), percentage }));
  if (plan.ended_because !== null) session.say(oneLine(inOwnWords(plan, "ended_because")));
  if (plan.status !== "completed") return session.end(EXIT.plan_failed);
  // Whoever waits for a release must not take it as made when it was rejected.
  session.end(plan.ended_because === null ? EXIT.ok : EXIT.stopped_short);
}

/** Keys that leave a board: d, q and Ctrl-C; ㅇ and ㅂ are d and q while the Hangul layout is on. */
const LEAVING = new Set(["d", "q", "ㅇ", "ㅂ", "\u0003"]);

/**
 * Reads single keys from the terminal until `release`.
 * @param leave is called once a key says so.
 */
function watchKeys(leave: () => void): { release(): void } {
  const { stdin } = process;
  if (!stdin.isTTY) return { release: () => undefined };
  const read = (keys: Buffer): void => {
    if ([...keys.toString("utf8")].some((key) => LEAVING.has(key.toLowerCase()))) leave();
  };
  stdin.setRawMode(true);
  stdin.on("data", read);
  stdin.resume();
  return {
    release() {
      stdin.off("data", read);
      stdin.setRawMode(false);
      stdin.pause();
    },
  };
}

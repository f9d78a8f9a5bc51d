import { setTimeout as sleep } from "node:timers/promises";
import { ConnectionError } from "../../client/connection-error.ts";
import type { Board } from "../../contract/plan/board.ts";
import type { Todo } from "../../contract/plan/todo.ts";
import { ProblemError } from "../../contract/problems/problem-error.ts";
import { isThinking, withRunning } from "../../plan/views/board/fold-board.ts";
import { words } from "../messages/i18n.ts";
import { renderBoard } from "../render/board.ts";
import type { Session } from "../session/session.ts";
import { dim, red } from "../terminal/colors.ts";
import { createScreen } from "../terminal/screen.ts";
import { cut } from "../terminal/width.ts";

/** Countdowns go down by seconds; what runs tells its percents without an event. */
const TICK_MS = 1_000;
const LIVE_MS = 2_000;
/** How far this machine's two clocks may come apart before one of them was set, or stood still while it slept. */
const STEP_MS = 1_000;
/** As many as a plan runs at a time. */
const RUNNING = 100;

export interface WatchBoardOptions {
  readonly signal: AbortSignal;
  /** Whether a board is the last one that is wanted. */
  readonly isLast: (board: Board) => boolean;
}

/** Whether a read may work when it is tried again a moment later. */
function isAway(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof ProblemError && (error.status === 429 || error.status >= 500);
}

/** Draws a plan again and again as it changes, until it has ended or `isLast`; the last board. */
export async function watchBoard(
  session: Session,
  first: Board,
  { signal, isLast }: WatchBoardOptions,
): Promise<Board> {
  const { client, url } = session;
  const plan_id = first.plan.id;
  const screen = createScreen(process.stdout);
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  let board = first;
  let running: readonly Todo[] = [];
  let isSilent = false;
  let apart = clocksApart();
  let wake = (): void => undefined;

  const draw = (): void => {
    const columns = screen.columns();
    const note = isSilent ? red(cut(words("board_silent", { url }), columns)) : null;
    const rows = screen.rows() - 3;
    const shape = { columns, rows, now: session.now(), plain: false };
    const lines = renderBoard(withRunning(board, running), shape);
    screen.draw([...lines, "", note ?? dim(cut(words("board_keys"), columns))]);
  };
  const listen = async (): Promise<void> => {
    for await (const news of client.plans.watch(plan_id, { as: "boards", signal: stop })) {
      board = news;
      isSilent = false;
      wake();
    }
  };
  const readRunning = async (wasSet: boolean): Promise<void> => {
    const now = clocksApart();
    try {
      // Any answer has the API's time, by which countdowns go.
      if (wasSet || isThinking(board.plan)) {
        const news = await client.plans.board(plan_id);
        if (news.plan.seq >= board.plan.seq) board = news;
      }
      if (board.schedule.running.length > 0) {
        const asked = { status: "in_progress", limit: RUNNING } as const;
        running = (await client.todos.list(plan_id, asked)).todos;
      }
      isSilent = false;
      apart = now;
    } catch (error) {
      // The API, or what it asks, is away for a moment; the watching goes on by itself, too.
      if (!isAway(error)) throw error;
      isSilent = true;
    }
  };

  const resized = (): void => {
    screen.forget();
    draw();
  };
  process.stdout.on("resize", resized);
  const listening = listen();
  const failed = listening.then(() => new Promise<never>(() => undefined));
  try {
    let readAt = 0;
    while (!stop.aborted) {
      draw();
      if (board.plan.completed_at !== null || isLast(board)) break;
      const news = new Promise<void>((resolve) => (wake = resolve));
      await Promise.race([
        news,
        failed,
        sleep(TICK_MS, undefined, { signal: stop }).catch(() => undefined),
      ]);
      const isStill = board.schedule.running.length === 0 && !isThinking(board.plan);
      const wasSet = Math.abs(clocksApart() - apart) > STEP_MS;
      if (!wasSet && (isStill || performance.now() - readAt < LIVE_MS)) continue;
      await readRunning(wasSet);
      readAt = performance.now();
    }
  } finally {
    over.abort();
    process.stdout.off("resize", resized);
    screen.leave();
    await listening.catch(() => undefined);
  }
  return board;
}

/** When this process began, by the clock that can be set and the one that cannot. */
function clocksApart(): number {
  return Date.now() - performance.now();
}

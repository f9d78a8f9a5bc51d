import { setTimeout as sleep } from "node:timers/promises";
import { watch } from "../client/watch.ts";
import { CliError } from "./cli-error.ts";
import { readBoard } from "./read-board.ts";
import { renderBoard, type BoardData } from "./render/board.ts";
import { dim, red } from "./render/colors.ts";
import { createScreen } from "./render/screen.ts";
import { cut } from "./render/width.ts";
import type { Session } from "./session.ts";

const FIRST_READ_MS = 50;
/** Countdowns go down by seconds; what runs tells its percents without an event. */
const TICK_MS = 1_000;
const LIVE_MS = 2_000;

export interface WatchBoardOptions {
  readonly signal: AbortSignal;
  /** Whether a board is the last one that is wanted. */
  readonly isLast: (board: BoardData) => boolean;
}

/** Draws a plan again and again as it changes, until it has ended or `isLast`; the last board. */
export async function watchBoard(
  session: Session,
  first: BoardData,
  { signal, isLast }: WatchBoardOptions,
): Promise<BoardData> {
  const { words, url, key } = session;
  const planId = first.plan.id;
  const screen = createScreen(process.stdout);
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  let board = first;
  let isNews = false;
  let silentSince: number | undefined;
  let wake = (): void => undefined;

  const draw = (): void => {
    const columns = screen.columns();
    const quiet = silentSince === undefined ? words("board_keys") : words("board_silent", { url });
    const note = silentSince === undefined ? dim : red;
    const rows = screen.rows() - 3;
    const lines = renderBoard(board, { columns, rows, now: Date.now(), words, plain: false });
    screen.draw([...lines, "", note(cut(quiet, columns))]);
  };
  const listen = async (): Promise<void> => {
    const options = { after: board.plan.seq, signal: stop, ...(key !== undefined && { key }) };
    for await (const item of watch(url, planId, options)) {
      if (item.type === "event" || item.seq > board.plan.seq) isNews = true;
      wake();
    }
    isNews = true;
    wake();
  };
  const refresh = async (): Promise<void> => {
    try {
      board = await readBoard(session, planId);
      silentSince = undefined;
    } catch (error) {
      // The API is away for a moment; the watching goes on by itself, too.
      if (!(error instanceof CliError)) throw error;
      silentSince ??= Date.now();
      isNews = true;
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
    let readAt = Date.now();
    while (!stop.aborted) {
      draw();
      if (board.plan.completed_at !== null || isLast(board)) break;
      const news = new Promise<void>((resolve) => (wake = resolve));
      if (!isNews) await Promise.race([news, failed, pause(TICK_MS, stop)]);
      const runs = board.schedule.running.length > 0 && Date.now() - readAt >= LIVE_MS;
      if (stop.aborted || !(isNews || runs)) continue;
      // Events come in groups.
      await pause(silentSince === undefined ? FIRST_READ_MS : TICK_MS, stop);
      isNews = false;
      await refresh();
      readAt = Date.now();
    }
  } finally {
    over.abort();
    process.stdout.off("resize", resized);
    screen.leave();
    await listening.catch(() => undefined);
  }
  return board;
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

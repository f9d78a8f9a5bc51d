import type { QueryClient } from "@tanstack/react-query";
import type { Client } from "../../../client/client.ts";
import type { Board } from "../../../contract/plan/board.ts";
import { KEYS } from "../api.ts";
import { inBoardPlace } from "./board-places.ts";

/** The name under which a plan's board is kept. */
export const boardKey = (planId: string) => ["board", planId] as const;

interface Followed {
  /** How many parts of the page show it: they share a line. */
  readers: number;
  /** Whether it is told as it is: there is a line. */
  isTold: boolean;
  readonly over: AbortController;
}
const followed = new WeakMap<QueryClient, Map<string, Followed>>();

/** Whether a board changes by itself as its plan does. */
export function isFollowed(queries: QueryClient, planId: string): boolean {
  return followed.get(queries)?.get(planId)?.isTold === true;
}

/** Reads a board. One that its line has told meanwhile stays: it is newer than an answer that took long. */
export async function readBoard(
  queries: QueryClient,
  planId: string,
  ask: () => Promise<Board>,
): Promise<Board> {
  const read = await ask();
  const told = queries.getQueryData<Board>(boardKey(planId));
  // Without a line, a lower number is the truth: the plan was reset in Temporal.
  const isNewer =
    isFollowed(queries, planId) && told !== undefined && told.plan.seq > read.plan.seq;
  return isNewer ? told : read;
}

/** Keeps a board that was read as its plan is, until what it returns is called. */
export function followBoard(client: Client, queries: QueryClient, planId: string): () => void {
  const boards = followed.get(queries) ?? new Map<string, Followed>();
  followed.set(queries, boards);
  let board = boards.get(planId);
  if (board === undefined) {
    const begun = { readers: 0, isTold: false, over: new AbortController() };
    board = begun;
    boards.set(planId, begun);
    const tell = (signal: AbortSignal) => tellBoard(client, queries, planId, begun, signal);
    inBoardPlace(begun.over.signal, tell).catch(() => undefined);
  }
  const shared = board;
  shared.readers += 1;
  return () => {
    shared.readers -= 1;
    if (shared.readers > 0) return;
    boards.delete(planId);
    shared.over.abort();
  };
}

async function tellBoard(
  client: Client,
  queries: QueryClient,
  planId: string,
  told: Followed,
  signal: AbortSignal,
): Promise<void> {
  // What happened since the board was read has changed what stands beside it.
  let seen = queries.getQueryData<Board>(boardKey(planId))?.plan.seq;
  const onConnection = (state: "open" | "lost"): void => void (told.isTold = state === "open");
  try {
    for await (const board of client.plans.watch(planId, { as: "boards", signal, onConnection })) {
      queries.setQueryData(boardKey(planId), board);
      if (seen !== undefined && seen !== board.plan.seq) {
        void queries.invalidateQueries({ queryKey: KEYS.plan(planId) });
      }
      seen = board.plan.seq;
    }
  } finally {
    told.isTold = false;
  }
}

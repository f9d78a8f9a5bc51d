import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { Client } from "../../client/client.ts";
import { ConnectionError } from "../../client/connection-error.ts";
import { sleep } from "../../client/sleep.ts";
import type { Board } from "../../contract/plan/board.ts";
import { withRunning } from "../../plan/views/board/fold-board.ts";
import { KEYS, useClient } from "./api.ts";
import { replaceInOlderPages } from "./lists/use-plans.ts";
import { createStore } from "./store.ts";

/** What runs tells its percents without an event. */
const RUNNING_MS = 2_000;
/** As many as a plan runs at a time. */
const RUNNING = 100;
/** Changes that come at once are looked at once. */
const GATHER_MS = 80;

/** A server that is there says so sooner. */
const PATIENCE_MS = 5_000;
/** How often it is asked while the line is broken. */
const ASK_MS = 2_000;

interface Line {
  /** Since when it is broken. */
  readonly lostAt: number | null;
  /** Whether the server did not answer either when it was asked since. */
  readonly isUnanswered: boolean;
}
const line = createStore<Line>({ lostAt: null, isUnanswered: false });

/** Since when nothing is told live, in this machine's time; null while the line stands. */
export function useLostSince(): number | null {
  return line.use().lostAt;
}

/** Whether the server answers nothing, also when it is asked: a line may break alone. */
export function useIsServerSilent(): boolean {
  return isSilent(line.use());
}

/** As `useIsServerSilent`, at this moment. */
export function isServerSilent(): boolean {
  return isSilent(line.get());
}

function isSilent({ lostAt, isUnanswered }: Line): boolean {
  return lostAt !== null && isUnanswered;
}

function noteConnection(state: "open" | "lost"): void {
  const before = line.get().lostAt;
  const lostAt = state === "open" ? null : (before ?? Date.now());
  if (lostAt !== before) line.set({ lostAt, isUnanswered: false });
}

/** Asks the server again and again whether it is there, until the line stands or is given up. */
async function askWhileLost(client: Client, signal: AbortSignal): Promise<void> {
  const asked = { signal, retries: 0, timeoutMs: PATIENCE_MS };
  const { lostAt } = line.get();
  while (!signal.aborted && lostAt !== null && line.get().lostAt === lostAt) {
    const isUnanswered = await client.service.health(asked).then(
      () => false,
      (error: unknown) => error instanceof ConnectionError,
    );
    const known = line.get();
    if (!signal.aborted && isUnanswered !== known.isUnanswered) {
      line.set({ ...known, isUnanswered });
    }
    await sleep(ASK_MS, signal);
  }
}

/** Keeps the lists as they are: whatever changes in any plan, they are read again. */
export function useLiveLists(): void {
  const client = useClient();
  const queries = useQueryClient();
  useEffect(() => {
    const over = new AbortController();
    let gathering: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      gathering = undefined;
      void queries.invalidateQueries({ queryKey: ["lists"] });
    };
    void (async () => {
      for await (const news of client.plans.watchAll({
        signal: over.signal,
        onConnection(state) {
          noteConnection(state);
          if (state === "lost") void askWhileLost(client, over.signal);
        },
      })) {
        gathering ??= setTimeout(look, GATHER_MS);
        if (news.type !== "plan.listed") continue;
        replaceInOlderPages(queries, news.data);
        // A plan on the screen may have gone on after its end.
        refreshEnded(queries, news.data.id);
      }
    })().catch(() => noteConnection("lost"));
    return () => {
      over.abort();
      clearTimeout(gathering);
    };
  }, [client, queries]);
}

function refreshEnded(queries: QueryClient, planId: string): void {
  const board = queries.getQueryData<Board>(boardKey(planId));
  if (board?.plan.completed_at != null) {
    void queries.invalidateQueries({ queryKey: boardKey(planId) });
  }
}

const boardKey = (planId: string) => ["board", planId] as const;

/** A plan's board, first as it is read and then as it changes while it goes on. */
export function useBoard(planId: string) {
  const client = useClient();
  const queries = useQueryClient();
  const board = useQuery({
    queryKey: boardKey(planId),
    queryFn: ({ signal }) => client.plans.board(planId, {}, { signal }),
    staleTime: Infinity,
  });
  const goesOn = board.data !== undefined && board.data.plan.completed_at === null;
  useEffect(() => {
    if (!goesOn) return undefined;
    const over = new AbortController();
    void followBoard(client, queries, planId, over.signal).catch(() => undefined);
    return () => over.abort();
  }, [client, queries, planId, goesOn]);
  const isRunning = goesOn && board.data.schedule.running.length > 0;
  const running = useQuery({
    queryKey: ["running", planId],
    queryFn: ({ signal }) =>
      client.todos.list(planId, { status: "in_progress", limit: RUNNING }, { signal }),
    enabled: isRunning,
    refetchInterval: RUNNING_MS,
  }).data;
  const data = useMemo(
    () =>
      board.data === undefined || !isRunning || running === undefined
        ? board.data
        : withRunning(board.data, running.todos),
    [board.data, isRunning, running],
  );
  return { ...board, data };
}

async function followBoard(
  client: Client,
  queries: QueryClient,
  planId: string,
  signal: AbortSignal,
): Promise<void> {
  // What happened since the board was read has changed what stands beside it.
  let seen = queries.getQueryData<Board>(boardKey(planId))?.plan.seq;
  for await (const board of client.plans.watch(planId, { as: "boards", signal })) {
    queries.setQueryData(boardKey(planId), board);
    if (seen !== undefined && seen !== board.plan.seq) {
      void queries.invalidateQueries({ queryKey: KEYS.plan(planId) });
    }
    seen = board.plan.seq;
  }
}

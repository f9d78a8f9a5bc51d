import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { Client } from "../../client/client.ts";
import { ConnectionError } from "../../client/connection-error.ts";
import { sleep } from "../../client/sleep.ts";
import type { Board } from "../../contract/plan/board.ts";
import { withRunning } from "../../plan/views/board/fold-board.ts";
import { KEYS, reads, useClient } from "./api.ts";
import { boardKey, followBoard, isFollowed, readBoard } from "./lines/follow-board.ts";
import { shareLists } from "./lines/share-lists.ts";
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
  /** Whether news come: the stream stands. */
  readonly isLive: boolean;
  /** Whether the server did not answer either when it was asked last. */
  readonly isUnanswered: boolean;
  /** Since when one of them is amiss. */
  readonly lostAt: number | null;
}
const line = createStore<Line>({ isLive: true, isUnanswered: false, lostAt: null });

/** Since when nothing is told live, or nothing answered, in this machine's time; null while all is well. */
export function useLostSince(): number | null {
  return line.use().lostAt;
}

/** Whether the server answers nothing, also when it is asked: a line may break alone. */
export function useIsServerSilent(): boolean {
  return line.use().isUnanswered;
}

/** As `useIsServerSilent`, at this moment. */
export function isServerSilent(): boolean {
  return line.get().isUnanswered;
}

function note(found: Partial<Line>): void {
  const before = line.get();
  const { isLive, isUnanswered } = { ...before, ...found };
  if (isLive === before.isLive && isUnanswered === before.isUnanswered) return;
  const lostAt = isLive && !isUnanswered ? null : (before.lostAt ?? Date.now());
  line.set({ isLive, isUnanswered, lostAt });
}

/** Asks the server whether it is there, and again and again until it is and the stream stands, or it is given up. */
async function askWhileLost(client: Client, signal: AbortSignal): Promise<void> {
  const asked = { signal, retries: 0, timeoutMs: PATIENCE_MS };
  for (;;) {
    const isUnanswered = await client.service.health(asked).then(
      () => false,
      (error: unknown) => error instanceof ConnectionError,
    );
    if (signal.aborted) return;
    note({ isUnanswered });
    if (line.get().lostAt === null) return;
    await sleep(ASK_MS, signal);
    if (signal.aborted || line.get().lostAt === null) return;
  }
}

/** What waits to be asked again is asked now. */
function askAgain(queries: QueryClient): void {
  for (const query of queries.getQueryCache().findAll({ type: "active" })) {
    if (query.state.fetchFailureCount === 0) continue;
    void query.cancel({ silent: true });
    query.fetch().catch(() => undefined);
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
    let asking: Promise<void> | undefined;
    const ask = (): void => {
      asking ??= askWhileLost(client, over.signal).finally(() => (asking = undefined));
    };
    // The stream may stand while nothing else comes through.
    const askAfter = (event: object): void => {
      const { action } = event as { readonly action?: { readonly error?: unknown } };
      if (action?.error instanceof ConnectionError) ask();
    };
    let wasSilent = isServerSilent();
    const leave = [
      queries.getQueryCache().subscribe(askAfter),
      queries.getMutationCache().subscribe(askAfter),
      line.follow(() => {
        const isSilent = isServerSilent();
        if (wasSilent && !isSilent) askAgain(queries);
        wasSilent = isSilent;
      }),
    ];
    shareLists(client, over.signal, {
      onLine(state) {
        if (state === "open") return note({ isLive: true, isUnanswered: false });
        note({ isLive: false });
        ask();
      },
      onNews(news) {
        gathering ??= setTimeout(look, GATHER_MS);
        if (news.type !== "plan.listed") return;
        replaceInOlderPages(queries, news.data);
        refreshUnfollowed(queries, news.data.id);
      },
    }).catch(() => note({ isLive: false }));
    return () => {
      over.abort();
      for (const end of leave) end();
      clearTimeout(gathering);
    };
  }, [client, queries]);
}

/** A plan on the screen may have gone on after its end; another one may have no line, or none while nobody sees it. */
function refreshUnfollowed(queries: QueryClient, planId: string): void {
  const board = queries.getQueryData<Board>(boardKey(planId));
  if (board === undefined || isFollowed(queries, planId)) return;
  // What nobody sees is read when somebody does.
  const refetchType = document.visibilityState === "visible" ? "active" : "none";
  for (const queryKey of [boardKey(planId), KEYS.plan(planId)]) {
    void queries.invalidateQueries({ queryKey, refetchType });
  }
}

/** A plan's board, first as it is read and then as it changes while it goes on. */
export function useBoard(planId: string) {
  const client = useClient();
  const queries = useQueryClient();
  const board = useQuery(
    reads(
      boardKey(planId),
      (call) => readBoard(queries, planId, () => client.plans.board(planId, {}, call)),
      { staleTime: Infinity },
    ),
  );
  const goesOn = board.data !== undefined && board.data.plan.completed_at === null;
  useEffect(() => {
    if (!goesOn) return undefined;
    return followBoard(client, queries, planId);
  }, [client, queries, planId, goesOn]);
  const isRunning = goesOn && board.data.schedule.running.length > 0;
  const running = useQuery({
    ...reads(["running", planId], (call) =>
      client.todos.list(planId, { status: "in_progress", limit: RUNNING }, call),
    ),
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

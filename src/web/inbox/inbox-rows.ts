import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { InboxRow, Notice, WorkRow } from "../../contract/list.ts";
import { HOLD_KINDS, type HoldKind } from "../../contract/tables/vocabulary.ts";
import {
  holdsOfKindQuery,
  inboxQuery,
  KEYS,
  noticesQuery,
  systemQuery,
  useClient,
  workQuery,
} from "../session/api.ts";
import { useDecidedHere } from "../session/decided.ts";
import { useFurther, type Further } from "../session/lists/use-further.ts";
import { useKeptOrder } from "../session/lists/use-kept-order.ts";
import { nowMs } from "../session/now.ts";
import { useSpeech, type Speech } from "../words/words.ts";
import {
  holdLine,
  INBOX_KINDS,
  inUrgency,
  isDue,
  isFor,
  noticeLine,
  workLine,
  type InboxKind,
  type InboxLine,
  type InboxSearch,
  type ReadPart,
} from "./inbox-lines.ts";
import { usePutOff } from "./put-off.ts";

/** The most urgent of what waits for people, and how much waits; what was decided here is gone at once. */
export function useInbox() {
  const speech = useSpeech();
  const { holds, aside, work, notices, ...state } = useFirst(undefined);
  const gone = useGone();
  const parts = [
    partOf(holds, linesOf([holds, aside], speech), gone),
    partOf(work, linesOf([work], speech), gone),
    partOf(notices, linesOf([notices], speech), gone),
  ];
  return { ...state, lines: inUrgency(parts, nowMs()), count: countOf(parts) };
}

/**
 * What waits for people, all of it or what is of a kind, the most urgent first, as far as it was read:
 * `more` reads on while there is more. What has come since is counted by `newOnes` until `showNew` shows
 * it. `known` is what was read of any kind, and `kinds` which kinds there may be; `others` counts what waits
 * for others alone, where that is left out.
 * @param search a part of what is asked or of the plan's title.
 */
export function useWholeInbox({ kind, for: whom }: InboxSearch, search: string) {
  const speech = useSpeech();
  const client = useClient();
  const you = useQuery(systemQuery(client)).data?.you;
  const gone = useGone();
  const { holds, aside, work, notices, ...state } = useFirst(kind);
  // A list that was read whole answers for every kind; of a longer one the API gives and counts a kind.
  const isAsked = isHoldKind(kind) && holds?.has_more === true;
  const filter = isAsked ? { kind } : {};
  const list = isAsked ? aside : holds;
  const further = {
    holds: useFurther({
      queryKey: [...KEYS.inbox, "further", filter],
      hasMore: list?.has_more === true,
      read: (page, signal) => client.holds.list({ ...filter, ...page }, { signal }),
    }),
    work: useFurther({
      queryKey: [...KEYS.work, "further"],
      hasMore: work?.has_more === true,
      read: (page, signal) => client.todos.work(page, { signal }),
    }),
    notices: useFurther({
      queryKey: [...KEYS.notices, "further"],
      hasMore: notices?.has_more === true,
      read: (page, signal) => client.plans.notices(page, { signal }),
    }),
  };
  const [allHolds, allWork, allNotices] = [
    partOf(list, linesOf([list, aside, ...further.holds.pages], speech), gone, further.holds),
    partOf(work, linesOf([work, ...further.work.pages], speech), gone, further.work),
    partOf(notices, linesOf([notices, ...further.notices.pages], speech), gone, further.notices),
  ] as const;
  const known = [allHolds, allWork, allNotices];
  const its = isHoldKind(kind) ? allHolds : kind === "work" ? allWork : allNotices;
  const parts =
    kind === undefined
      ? known
      : [{ ...its, lines: its.lines.filter((line) => line.kind === kind) }];
  const [moreHolds, moreWork, moreNotices] = parts.map(({ more }) => more);
  const more = useMemo(() => {
    const all = [moreHolds, moreWork, moreNotices].filter((one) => one !== undefined);
    return all.length === 0 ? undefined : () => all.forEach((one) => one());
  }, [moreHolds, moreWork, moreNotices]);
  const lines = known.flatMap((part) => part.lines);
  const at = nowMs();
  const isLoading =
    state.isLoading ||
    list === undefined ||
    (holds?.has_more === true && aside === undefined) ||
    (whom === "me" && you === undefined);
  const all = countOf(parts);
  const sorted = isLoading ? [] : inUrgency(parts, at);
  // For whom a thing waits the lists do not count: it is known of what was read.
  const mine =
    whom === "me" ? sorted.filter((line) => you !== undefined && isFor(line, you)) : sorted;
  const text = forSearch(search.trim());
  const wanted = mine.filter(({ asks, planTitle }) =>
    forSearch(`${asks}\n${planTitle}`).includes(text),
  );
  // What is due cannot wait until somebody asks for it.
  const kept = useKeptOrder(
    JSON.stringify([kind, whom, text]),
    wanted,
    ({ key }) => key,
    (line) => isDue(line, at),
  );
  const isNoneShown = kept.shown.length === 0;
  useEffect(() => {
    if (isNoneShown) more?.();
  }, [isNoneShown, more]);
  const kinds = new Set<InboxKind>([
    ...lines.map((line) => line.kind),
    ...(holds?.has_more === true ? HOLD_KINDS : []),
  ]);
  return {
    ...state,
    isLoading,
    ...kept,
    count: whom === "me" || text !== "" ? wanted.length : all,
    others: whom === "me" ? all - mine.length : 0,
    more,
    known: lines,
    kinds: INBOX_KINDS.filter((one) => one === kind || kinds.has(one)),
  };
}

/** What was decided here, and what this person has put off. */
function useGone(): { has(line: InboxLine): boolean } {
  const decided = useDecidedHere();
  const away = usePutOff();
  return { has: ({ key, listedAs }) => decided.has(listedAs) || away.has(key) };
}

/** The beginnings of the lists, and of a list of holds too long for one answer those of a kind, or failures. */
function useFirst(kind: InboxKind | undefined) {
  const client = useClient();
  const holds = useQuery(inboxQuery(client));
  const work = useQuery(workQuery(client));
  const notices = useQuery(noticesQuery(client));
  const aside = useQuery({
    ...holdsOfKindQuery(client, isHoldKind(kind) ? kind : "recovery"),
    enabled: holds.data?.has_more === true,
  });
  const lists = [holds, work, notices];
  const partly = [
    ...(holds.data?.partly_listed ?? []).map(({ plan_id, open_holds, listed }) => ({
      plan: plan_id,
      count: open_holds - listed,
    })),
    ...(work.data?.partly_listed ?? []).map(({ plan_id, open_work, listed }) => ({
      plan: plan_id,
      count: open_work - listed,
    })),
  ];
  return {
    holds: holds.data,
    work: work.data,
    notices: notices.data,
    aside: holds.data?.has_more === true ? aside.data : undefined,
    /** Plans with more than lists keep of one plan. */
    partly,
    isLoading: lists.some(({ data }) => data === undefined),
    error: lists.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    retry: () => void Promise.all(lists.map((list) => list.refetch())),
    workers: holds.data?.workers,
  };
}

interface Part extends ReadPart {
  /** How many the list has beyond what was read of it. */
  readonly unread: number;
  readonly more: (() => void) | undefined;
}

/** A list of the API as far as it was read, without what is gone from it here. */
function partOf(
  list: { readonly total: number; readonly has_more: boolean } | undefined,
  read: readonly InboxLine[],
  gone: ReturnType<typeof useGone>,
  further?: Further,
): Part {
  const byKey = new Map<string, InboxLine>();
  for (const line of read) if (!byKey.has(line.key)) byKey.set(line.key, line);
  const rows = [...byKey.values()];
  return {
    lines: rows.filter((line) => !gone.has(line)),
    hasMore: further === undefined ? list?.has_more === true : further.more !== undefined,
    unread: Math.max(0, (list?.total ?? 0) - rows.length),
    more: further?.more,
  };
}

interface Answer {
  readonly holds?: readonly InboxRow[];
  readonly work?: readonly WorkRow[];
  readonly notices?: readonly Notice[];
}

/** What the lists' answers hold, as lines. */
function linesOf(lists: readonly (Answer | undefined)[], speech: Speech): InboxLine[] {
  return lists.flatMap((list) => [
    ...(list?.holds ?? []).map((row) => holdLine(row, speech)),
    ...(list?.work ?? []).map(workLine),
    ...(list?.notices ?? []).map(noticeLine),
  ]);
}

function countOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { lines, unread }) => sum + lines.length + unread, 0);
}

function isHoldKind(kind: InboxKind | undefined): kind is HoldKind {
  return kind !== undefined && kind !== "work" && kind !== "failed";
}

function forSearch(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

import { useQuery } from "@tanstack/react-query";
import { HOLD_KINDS } from "../../contract/tables/vocabulary.ts";
import { inboxQuery, noticesQuery, useClient, workQuery } from "../session/api.ts";
import { noticeId, useDecidedHere, workId } from "../session/decided.ts";
import { nowMs } from "../session/now.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

export const INBOX_KINDS = [...HOLD_KINDS, "work", "failed"] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** One thing that waits for a person, as the list shows it. */
export interface InboxLine {
  readonly key: string;
  readonly kind: InboxKind;
  readonly asks: string;
  readonly planTitle: string;
  readonly until: string | null;
  readonly person: string | null;
  /** The agent whose question it is; null where the plan asks, also whether an agent may go on. */
  readonly agent: string | null;
  /** Who has decided it, while that has not taken effect. */
  readonly decidedBy: string | null;
  /** Whether it can be decided together with others that would run the same. */
  readonly canJoin: boolean;
  /** What opens it. */
  readonly target:
    | { readonly hold: string }
    | { readonly plan: string; readonly todo: string }
    | { readonly failed: string };
}

/** Everything that waits for people, the most urgent first; what was decided here is gone at once. */
export function useInbox() {
  const client = useClient();
  const decided = useDecidedHere();
  const holds = useQuery(inboxQuery(client));
  const work = useQuery(workQuery(client));
  const notices = useQuery(noticesQuery(client));
  const lists = [holds, work, notices];
  const lines: InboxLine[] = [
    ...(holds.data?.holds ?? [])
      .filter(({ id }) => !decided.has(id))
      .map(({ id, kind, title, message, plan_title, deadline_at, assignee, deciding, agent }) => ({
        key: id,
        kind,
        asks: kind === "input" ? (message ?? title) : title,
        planTitle: plan_title,
        until: deadline_at,
        person: assignee,
        agent: kind === "input" ? agent : null,
        decidedBy: deciding?.by ?? null,
        canJoin: kind === "approval" && deciding === null,
        target: { hold: id },
      })),
    ...(work.data?.work ?? [])
      .filter((row) => !decided.has(workId(row)))
      .map(({ plan_id, todo_id, title, plan_title, due_at, claimed_by, assignee }) => ({
        key: `${plan_id}/${todo_id}`,
        kind: "work" as const,
        asks: title,
        planTitle: plan_title,
        until: due_at,
        person: claimed_by ?? assignee,
        agent: null,
        decidedBy: null,
        canJoin: false,
        target: { plan: plan_id, todo: todo_id },
      })),
    ...(notices.data?.notices ?? [])
      .filter((notice) => !decided.has(noticeId(notice)))
      .map(({ plan_id, plan_title, plan_owner, todo, reason }) => ({
        key: `failed/${plan_id}`,
        kind: "failed" as const,
        asks: todo?.title ?? reason ?? plan_title,
        planTitle: plan_title,
        until: null,
        person: plan_owner,
        agent: null,
        decidedBy: null,
        canJoin: false,
        target: { failed: plan_id },
      })),
  ];
  const at = nowMs();
  const listed = [
    [holds.data?.total, holds.data?.holds],
    [work.data?.total, work.data?.work],
    [notices.data?.total, notices.data?.notices],
  ] as const;
  const partly = [
    ...(holds.data?.partly_listed ?? []).map(({ plan_id, open_holds, listed: shown }) => ({
      plan: plan_id,
      count: open_holds - shown,
    })),
    ...(work.data?.partly_listed ?? []).map(({ plan_id, open_work, listed: shown }) => ({
      plan: plan_id,
      count: open_work - shown,
    })),
  ];
  return {
    lines: lines.toSorted((a, b) => urgency(a, at) - urgency(b, at) || compareTimes(a, b)),
    /** How many the lists do not hold. */
    more: listed.reduce((sum, [total = 0, rows = []]) => sum + Math.max(0, total - rows.length), 0),
    /** Plans with more than lists keep of one plan. */
    partly,
    isLoading: lists.some(({ data }) => data === undefined),
    error: lists.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    retry: () => void Promise.all(lists.map((list) => list.refetch())),
    workers: holds.data?.workers,
  };
}

/** What is due within a day comes first, then what has failed, then everything else. */
function urgency({ kind, until }: InboxLine, at: number): number {
  if (until !== null && Date.parse(until) - at < DAY_MS) return 0;
  return kind === "recovery" || kind === "failed" ? 1 : 2;
}

function compareTimes({ until: one }: InboxLine, { until: other }: InboxLine): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return Date.parse(one) - Date.parse(other);
}

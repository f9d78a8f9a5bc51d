import { useQuery } from "@tanstack/react-query";
import { HOLD_KINDS, type HoldKind } from "../../contract/tables/vocabulary.ts";
import { inboxQuery, useClient, workQuery } from "../session/api.ts";
import { useDecidedHere, workId } from "../session/decided.ts";

export const INBOX_KINDS = [...HOLD_KINDS, "work"] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** One thing that waits for a person, as the list shows it. */
export interface InboxLine {
  readonly key: string;
  readonly kind: HoldKind | "work";
  readonly asks: string;
  readonly planTitle: string;
  readonly until: string | null;
  readonly person: string | null;
  /** Who has decided it, while that has not taken effect. */
  readonly decidedBy: string | null;
  /** Whether it can be decided together with others that would run the same. */
  readonly canJoin: boolean;
  /** What opens it. */
  readonly target: { readonly hold: string } | { readonly plan: string; readonly todo: string };
}

/** Everything that waits for people, the most urgent first; what was decided here is gone at once. */
export function useInbox() {
  const client = useClient();
  const decided = useDecidedHere();
  const holds = useQuery(inboxQuery(client));
  const work = useQuery(workQuery(client));
  const lines: InboxLine[] = [
    ...(holds.data?.holds ?? [])
      .filter(({ id }) => !decided.has(id))
      .map(({ id, kind, title, message, plan_title, deadline_at, assignee, deciding }) => ({
        key: id,
        kind,
        asks: kind === "input" ? (message ?? title) : title,
        planTitle: plan_title,
        until: deadline_at,
        person: assignee,
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
        decidedBy: null,
        canJoin: false,
        target: { plan: plan_id, todo: todo_id },
      })),
  ];
  const timeOf = ({ until }: InboxLine): number => (until === null ? Infinity : Date.parse(until));
  const total = (holds.data?.total ?? 0) + (work.data?.total ?? 0);
  return {
    lines: lines.toSorted((a, b) => compareTimes(timeOf(a), timeOf(b))),
    /** How many the lists do not hold. */
    more: Math.max(0, total - (holds.data?.holds.length ?? 0) - (work.data?.work.length ?? 0)),
    isLoading: holds.data === undefined || work.data === undefined,
    error: holds.data === undefined ? holds.error : work.data === undefined ? work.error : null,
    retry: () => void Promise.all([holds.refetch(), work.refetch()]),
    workers: holds.data?.workers,
  };
}

function compareTimes(one: number, other: number): number {
  return one === other ? 0 : one - other;
}

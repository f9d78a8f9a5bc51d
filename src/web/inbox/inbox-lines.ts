import type { InboxRow, Notice, WorkRow } from "../../contract/list.ts";
import type { HoldNeeds } from "../../contract/plan/holds/hold.ts";
import type { Caller } from "../../contract/service/sign-in.ts";
import { HOLD_KINDS } from "../../contract/tables/vocabulary.ts";
import { waitsFor } from "../../plan/todos/approvers.ts";
import { failedWith } from "../../plan/views/holds/failed-with.ts";
import { noticeId, workId } from "../session/decided.ts";
import type { Speech } from "../words/words.ts";

const DAY_MS = 24 * 60 * 60 * 1_000;

export const INBOX_KINDS = [...HOLD_KINDS, "work", "failed"] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** What an address asks of the inbox; what is not in it asks for all. */
export interface InboxSearch {
  readonly kind?: InboxKind | undefined;
  readonly for?: "me" | undefined;
}

/** One thing that waits for a person, as the list shows it. */
export interface InboxLine {
  readonly key: string;
  /** The name under which this page notes that it was decided here. */
  readonly listedAs: string;
  readonly kind: InboxKind;
  readonly asks: string;
  /** Empty where the plan as a whole is asked about, whose title is what is asked. */
  readonly planTitle: string;
  readonly until: string | null;
  readonly person: string | null;
  /** Whose approval it needs, where one person is not enough. */
  readonly needs: HoldNeeds | null;
  /** The agent that asks, or of which the plan asks whether it may go on. */
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

/** A hold as the inbox lists it, with its question or failure in the reader's language where that is the plan's own. */
export function holdLine(row: InboxRow, speech: Pick<Speech, "inOwnWords" | "tell">): InboxLine {
  const { id, kind, todo_id, plan_title, deadline_at, assignee, deciding, agent, needs } = row;
  return {
    key: id,
    listedAs: id,
    kind,
    asks: askedIn(row, speech),
    planTitle: todo_id === null ? "" : plan_title,
    until: deadline_at,
    person: assignee,
    needs: needs ?? null,
    agent,
    decidedBy: deciding?.by ?? null,
    canJoin: kind === "approval" && deciding === null,
    target: { hold: id },
  };
}

function askedIn(row: InboxRow, { inOwnWords, tell }: Pick<Speech, "inOwnWords" | "tell">): string {
  const { kind, title } = row;
  if (kind === "recovery") return `${title}: ${tell(failedWith(row))}`;
  return (kind === "input" && inOwnWords(row, "message")) || title;
}

/** Work of people as the inbox lists it. */
export function workLine(row: WorkRow): InboxLine {
  const { plan_id, todo_id, title, plan_title, due_at, claimed_by, assignee } = row;
  return {
    ...OF_NO_HOLD,
    key: `${plan_id}/${todo_id}`,
    listedAs: workId(row),
    kind: "work",
    asks: title,
    planTitle: plan_title,
    until: due_at,
    person: claimed_by ?? assignee,
    target: { plan: plan_id, todo: todo_id },
  };
}

/** A plan that failed, as the inbox lists it. */
export function noticeLine(notice: Notice): InboxLine {
  const { plan_id, plan_title, plan_owner, todo, reason } = notice;
  return {
    ...OF_NO_HOLD,
    key: `failed/${plan_id}`,
    listedAs: noticeId(notice),
    kind: "failed",
    asks: todo?.title ?? reason ?? plan_title,
    planTitle: plan_title,
    until: null,
    person: plan_owner,
    target: { failed: plan_id },
  };
}

const OF_NO_HOLD = { needs: null, agent: null, decidedBy: null, canJoin: false } as const;

/** A list of the API as far as it was read, in its own order. */
export interface ReadPart {
  readonly lines: readonly InboxLine[];
  /** Whether it goes on beyond that. */
  readonly hasMore: boolean;
}

/**
 * The lines of several lists as one, the most urgent first. It ends where a list that was read in part
 * ends: what is read next then comes behind what is seen. Failures are looked for in the whole list, and
 * say nothing about how far it was read.
 */
export function inUrgency(parts: readonly ReadPart[], at: number): InboxLine[] {
  const sorted = parts
    .flatMap(({ lines }) => lines)
    .toSorted((a, b) => urgency(a, at) - urgency(b, at) || compareTimes(a, b));
  const ends = parts.flatMap(({ lines, hasMore }) => {
    const own = new Set(lines.filter(({ kind }) => kind !== "recovery"));
    const end = sorted.findLastIndex((line) => own.has(line));
    return hasMore && end !== -1 ? [end + 1] : [];
  });
  return sorted.slice(0, Math.min(sorted.length, ...ends));
}

/** Whether a line waits for this person: by name, or as for everybody who may decide it and has not yet. */
export function isFor({ person, needs }: InboxLine, you: Pick<Caller, "name" | "groups">): boolean {
  return waitsFor({ assignee: person, needs }, you);
}

/** Whether a line is late, or will be within a day. */
export function isDue({ until }: InboxLine, at: number): boolean {
  return until !== null && Date.parse(until) - at < DAY_MS;
}

/** What is due within a day comes first, then what has failed, then everything else. */
function urgency(line: InboxLine, at: number): number {
  if (isDue(line, at)) return 0;
  return line.kind === "recovery" || line.kind === "failed" ? 1 : 2;
}

function compareTimes({ until: one }: InboxLine, { until: other }: InboxLine): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return Date.parse(one) - Date.parse(other);
}

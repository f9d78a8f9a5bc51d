import type { Inbox, PlanList, PlanRow } from "../../contract/list.ts";
import type { Words } from "../messages/words.ts";
import { yellow } from "./colors.ts";
import { bar, PLAN_PAINTS, planWord } from "./marks.ts";
import { oneLine } from "./printable.ts";
import { left, moment } from "./time.ts";
import { table } from "./table.ts";

interface ListShape {
  readonly columns: number;
  readonly now: number;
  readonly words: Words;
  readonly plain: boolean;
}

/** The open holds, the most urgent first. */
export function inboxLines({ holds }: Inbox, { columns, now, words }: ListShape): string[] {
  if (holds.length === 0) return [];
  const heading = [
    words("head_id"),
    words("head_left"),
    words("head_kind"),
    words("head_plan"),
    words("head_asks"),
  ];
  const rows = holds.map(({ id, kind, title, plan_title, deadline_at, overdue }) => [
    id,
    timeLeft(deadline_at, overdue, now, words),
    [words(`kind_${kind}`), yellow] as const,
    oneLine(plan_title),
    oneLine(title),
  ]);
  return table(heading, rows, { columns, flexible: [3, 4] });
}

function timeLeft(deadline: string | null, overdue: boolean, now: number, words: Words): string {
  if (deadline === null) return "–";
  return overdue ? words("overdue") : left(deadline, now);
}

/** Plans with how far they are. */
export function planListLines(
  { plans }: PlanList,
  { columns, now, words, plain }: ListShape,
): string[] {
  if (plans.length === 0) return [];
  const heading = [
    words("head_id"),
    words("head_state"),
    words("head_progress"),
    words("head_holds"),
    words("head_since"),
    words("head_title"),
  ];
  const rows = plans.map((row) => [
    row.id,
    [planWord(row, words), PLAN_PAINTS[row.status]] as const,
    progressOf(row, plain),
    row.open_holds === 0 ? "–" : holdsOf(row, now),
    moment(row.ended_at ?? row.created_at),
    oneLine(row.title),
  ]);
  return table(heading, rows, { columns, flexible: [5] });
}

function holdsOf({ open_holds, next_deadline }: PlanRow, now: number): string {
  return next_deadline === null ? `${open_holds}` : `${open_holds} (${left(next_deadline, now)})`;
}

function progressOf({ progress }: PlanRow, plain: boolean): string {
  if (progress === null) return "–";
  return `${plain ? "" : `${bar(progress.percentage, 6)} `}${progress.percentage}%`;
}

/** What a list's reader has to know about its age and its ends; nothing when all is there. */
export function listNotes(list: Inbox | PlanList, words: Words): string[] {
  const { workers, has_more, complete } = list;
  return [
    ...(workers.state === "down"
      ? [
          workers.last_seen_at === null
            ? words("workers_down")
            : words("workers_down_since", { at: moment(workers.last_seen_at) }),
        ]
      : []),
    ...(has_more ? [words("has_more")] : []),
    ...(complete ? [] : [words("incomplete")]),
    ...("partly_listed" in list
      ? list.partly_listed.map(({ plan_id, open_holds, listed }) =>
          words("partly_listed", { plan: plan_id, count: open_holds - listed }),
        )
      : []),
  ];
}

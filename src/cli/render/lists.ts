import type {
  HoldSummary,
  Inbox,
  InboxRow,
  Notice,
  PlanList,
  PlanRow,
  WorkList,
} from "../../contract/list.ts";
import { QUESTION_KINDS } from "../../contract/tables/vocabulary.ts";
import { failedWith } from "../../plan/views/holds/failed-with.ts";
import { isOfCall } from "../../plan/views/holds/is-of-call.ts";
import { words, heads } from "../messages/i18n.ts";
import { left, span } from "../messages/span.ts";
import { inOwnWords, tellHere } from "../messages/tell.ts";
import { asTyped } from "../session/typed-line.ts";
import { cyan, red, yellow } from "../terminal/colors.ts";
import { oneLine } from "../terminal/printable.ts";
import { table } from "../terminal/table.ts";
import { moment } from "../terminal/time.ts";
import { timeoutWord } from "./holds/hold-lines.ts";
import { bar, drawsBars, PLAN_PAINTS, planWord } from "./marks.ts";

type ListedWork = Pick<
  WorkList["work"][number],
  "plan_id" | "todo_id" | "title" | "assignee" | "claimed_by" | "due_at" | "overdue"
>;

interface ListShape {
  readonly columns: number;
  readonly now: number;
  readonly plain: boolean;
}

/** The open holds, the most urgent first. */
export function inboxLines({ holds }: Inbox, { columns, now }: ListShape): string[] {
  const heading = heads("id", "left", "kind", "plan", "asks");
  const rows = holds.map((hold) => [
    hold.id,
    outcomeOf(hold, now),
    [words(`kind_${hold.kind}`), yellow] as const,
    oneLine(hold.plan_title),
    (hold.kind === "recovery"
      ? oneLine(`${hold.title}: ${tellHere(failedWith(hold))}`)
      : askedOf({ ...hold, message: inOwnWords(hold, "message") || null })) + approvalsOf(hold),
  ]);
  return table(heading, rows, { columns, flexible: [3, 4] });
}

/** How many of its approvals a hold has, where it needs several. */
function approvalsOf({ needs }: InboxRow): string {
  return needs === undefined || needs.approvals === 1
    ? ""
    : ` (${needs.given.length}/${needs.approvals})`;
}

/** What becomes of a hold by itself, and when. */
function outcomeOf(row: InboxRow, now: number): string {
  const { deciding, deadline_at, remaining_ms, overdue, agent, kind } = row;
  if (deciding !== null) {
    return `${left(deciding.takes_effect_at, now)} → ${words(`decision_${deciding.decision}`)}`;
  }
  const isFrozen = deadline_at === null && remaining_ms !== undefined;
  const time = isFrozen
    ? words("left_paused", { left: span(remaining_ms) })
    : timeLeft(deadline_at, overdue, now);
  if (deadline_at === null && !isFrozen) return time;
  return `${time} → ${timeoutWord(row, isOfCall({ asked_by: agent, kind }))}`;
}

/** What a hold asks in a line: a question, and what an agent wants, by itself, else what is to be decided. */
export function askedOf({
  kind,
  title,
  message,
  agent = null,
}: Pick<HoldSummary, "kind" | "title" | "message"> & Partial<Pick<HoldSummary, "agent">>): string {
  const asksItself = QUESTION_KINDS.includes(kind) || agent !== null;
  return oneLine(asksItself ? (message ?? title) : title);
}

/** What people can do or have claimed, what is due first on top. */
export function workLines(
  { work }: { readonly work: readonly ListedWork[] },
  { columns, now }: ListShape,
): string[] {
  const heading = heads("plan", "todo", "due", "who", "title");
  const rows = work.map(({ plan_id, todo_id, title, assignee, claimed_by, due_at, overdue }) => [
    plan_id,
    todo_id,
    timeLeft(due_at, overdue, now),
    claimed_by === null
      ? oneLine(assignee ?? words("anyone"))
      : ([words("by_claim", { who: claimed_by }), cyan] as const),
    oneLine(title),
  ]);
  return table(heading, rows, { columns, flexible: [4] });
}

function timeLeft(deadline: string | null, overdue: boolean, now: number): string {
  if (deadline === null) return "–";
  return overdue ? words("overdue") : left(deadline, now);
}

/** Plans with how far they are. */
export function planListLines({ plans }: PlanList, shape: ListShape): string[] {
  const { columns, now } = shape;
  const heading = heads("id", "state", "progress", "holds", "since", "title");
  const rows = plans.map((row) => [
    row.id,
    row.stuck
      ? ([words("stuck"), red] as const)
      : ([planWord(row), PLAN_PAINTS[row.status]] as const),
    progressOf(row, shape),
    row.open_holds === 0 ? "–" : holdsOf(row, now),
    moment(row.ended_at ?? row.created_at),
    oneLine(row.title),
  ]);
  return table(heading, rows, { columns, flexible: [5], spare: 4 });
}

function holdsOf({ open_holds, open_work, next_deadline }: PlanRow, now: number): string {
  // With work beside, what comes first may be its due time.
  return next_deadline === null || open_work > 0
    ? `${open_holds}`
    : `${open_holds} (${left(next_deadline, now)})`;
}

function progressOf({ progress }: PlanRow, shape: ListShape): string {
  if (progress === null) return "–";
  return `${drawsBars(shape) ? `${bar(progress.percentage, 6)} ` : ""}${progress.percentage}%`;
}

/** What a list's reader has to know about its age and its ends; nothing when all is there. */
export function listNotes(list: Inbox | WorkList | PlanList): string[] {
  const { workers, has_more, complete } = list;
  // Work is listed beside holds, whose pages are turned.
  const isCut = has_more && "work" in list;
  return [
    ...(workers.state === "down"
      ? [
          workers.last_seen_at === null
            ? words("workers_down", { next: asTyped("holdpoint doctor") })
            : words("workers_down_since", {
                at: moment(workers.last_seen_at),
                next: asTyped("holdpoint doctor"),
              }),
        ]
      : []),
    ...(complete && !isCut ? [] : [words("incomplete")]),
    ...("partly_listed" in list
      ? list.partly_listed.map(({ plan_id: plan, listed, ...open }) => {
          const next = asTyped(`holdpoint plan show ${plan}`);
          return "open_work" in open
            ? words("work_partly_listed", { plan, count: open.open_work - listed, next })
            : words("partly_listed", { plan, count: open.open_holds - listed, next });
        })
      : []),
  ];
}

/** Plans that failed and of which nobody has read so yet. */
export function noticeLines(notices: readonly Notice[], { columns }: ListShape): string[] {
  const heading = heads("plan", "when", "why");
  const rows = notices.map((notice) => {
    const { plan_id, ended_at, todo } = notice;
    const reason = inOwnWords(notice, "reason");
    const message = todo === null ? "" : inOwnWords(todo, "error_message");
    const what = todo === null ? reason : `${todo.title}: ${message || reason}`;
    const why = words("notice_failed", { what });
    return [oneLine(plan_id), ended_at === null ? "–" : moment(ended_at), why];
  });
  return table(heading, rows, { columns, flexible: [2] });
}

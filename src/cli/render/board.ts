import type { Hold } from "../../contract/hold.ts";
import type { PlanView, Schedule } from "../../contract/plan.ts";
import type { Todo } from "../../contract/todo.ts";
import type { Words } from "../messages/words.ts";
import { bold, dim, yellow } from "./colors.ts";
import { waysToDecide } from "./hold-lines.ts";
import { bar, PLAN_PAINTS, planWord, TODO_MARKS } from "./marks.ts";
import { oneLine } from "./printable.ts";
import { reasonText, shortHold, type Titles } from "./reasons.ts";
import { left, span } from "./time.ts";
import { cut, pad, widthOf, wrap } from "./width.ts";

/** A plan as a board shows it: some or all of its todos, what waits and why, its open holds. */
export interface BoardData {
  readonly plan: PlanView;
  readonly schedule: Schedule;
  readonly holds: readonly Hold[];
}

export interface BoardShape {
  readonly columns: number;
  /** At most so many lines; as many as it takes when absent. */
  readonly rows?: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly words: Words;
  /** Words in place of signs and bars. */
  readonly plain: boolean;
}

const MOST_HOLDS = 5;
const NARROWEST_NOTE = 24;

/** A plan on a screen: how far it is, each todo with why it waits, and what to type for its holds. */
export function renderBoard(data: BoardData, shape: BoardShape): string[] {
  const head = headLines(data, shape);
  const holds = holdsLines(data, shape);
  const room = (shape.rows ?? Infinity) - head.length - holds.length;
  return [...head, ...todoLines(data, shape, room), ...holds];
}

function headLines({ plan }: BoardData, { columns, words, plain }: BoardShape): string[] {
  const { percentage, total, counts } = plan.progress;
  const done = (counts["completed"] ?? 0) + (counts["skipped"] ?? 0);
  const how = plain ? "" : `${bar(percentage, columns >= 100 ? 20 : 10)} `;
  const figures = `v${plan.version}  ${how}${percentage}%  ${done}/${total}`;
  const state = planWord(plan, words);
  const title = cut(
    oneLine(plan.title),
    Math.max(12, columns - widthOf(figures) - widthOf(state) - 4),
  );
  const because = plan.ended_because ?? plan.paused?.reason;
  return [
    `${bold(title)}  ${figures}  ${PLAN_PAINTS[plan.status](state)}`,
    dim(cut(words("board_id", { plan: plan.id }), columns)),
    ...(because === undefined || because === "" ? [] : [cut(oneLine(because), columns)]),
    "",
  ];
}

function todoLines(data: BoardData, shape: BoardShape, room: number): string[] {
  const { plan } = data;
  const { columns, words, plain } = shape;
  const shown = chooseTodos(plan.todos, data.schedule.next, Math.max(1, room - 1));
  const notes = createNotes(data, shape);
  const marks = shown.map(({ status }) =>
    plain ? `[${words(`todo_${status}`)}]` : TODO_MARKS[status].sign,
  );
  const markWidth = Math.max(0, ...marks.map(widthOf));
  const most = Math.max(
    12,
    Math.min(Math.floor(columns * 0.45), columns - markWidth - NARROWEST_NOTE - 4),
  );
  const titleWidth = Math.min(
    most,
    Math.max(0, ...shown.map(({ title }) => widthOf(oneLine(title)))),
  );
  const noteWidth = columns - markWidth - titleWidth - 4;
  const lines = shown.map((todo, place) => {
    const { paint } = TODO_MARKS[todo.status];
    const title = pad(cut(oneLine(todo.title), titleWidth), titleWidth);
    const note = cut(notes(todo), noteWidth);
    return ` ${paint(pad(marks[place]!, markWidth))} ${title}  ${paint(note)}`.trimEnd();
  });
  const hidden = plan.todo_count - shown.length;
  return hidden > 0 ? [...lines, dim(` ${words("more_todos", { count: hidden })}`)] : lines;
}

/** Those that matter now when there is no room for all: in the plan's order. */
function chooseTodos(
  todos: readonly Todo[],
  next: readonly string[],
  room: number,
): readonly Todo[] {
  if (todos.length <= room) return todos;
  const rankOf = ({ id, status }: Todo): number => {
    if (status === "needs_approval" || status === "failed") return 0;
    if (status === "in_progress") return 1;
    if (next.includes(id)) return 2;
    return status === "pending" || status === "blocked" ? 3 : 4;
  };
  const kept = new Set(todos.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, room));
  return todos.filter((todo) => kept.has(todo));
}

/** What stands beside each todo: how long, how far, or why not. */
function createNotes(
  { plan, schedule, holds }: BoardData,
  { now, words, plain }: BoardShape,
): (todo: Todo) => string {
  const titles: Titles = new Map(plan.todos.map(({ id, title }) => [id, title]));
  const reasons = new Map(schedule.waiting.map(({ todo_id, reasons: why }) => [todo_id, why]));
  return (todo) => {
    const { id, status, started_at, completed_at, progress_percentage: percent } = todo;
    const open = holds.find(({ todo_id }) => todo_id === id);
    if (open !== undefined) return holdNote(open, now, words);
    switch (status) {
      case "completed":
        return started_at === null || completed_at === null
          ? ""
          : span(Date.parse(completed_at) - Date.parse(started_at));
      case "in_progress": {
        const time = started_at === null ? "" : span(now - Date.parse(started_at));
        if (percent === 0) return time;
        return `${plain ? "" : `${bar(percent, 10)} `}${Math.round(percent)}%  ${time}`.trimEnd();
      }
      case "failed":
        return oneLine(todo.error_message ?? "");
      case "skipped":
      case "cancelled":
        return words(`todo_${status}`);
      case "pending":
      case "blocked":
      case "needs_approval":
        return (reasons.get(id) ?? [])
          .map((reason) => reasonText(reason, titles, words))
          .join("; ");
    }
  };
}

function holdNote(hold: Hold, now: number, words: Words): string {
  const values = { hold: shortHold(hold.id), who: hold.assignee ?? words("a_person") };
  return hold.deadline_at === null
    ? words("note_waits", values)
    : words("note_waits_left", { ...values, left: left(hold.deadline_at, now) });
}

function holdsLines(
  { holds, plan }: BoardData,
  { columns, now, words, plain }: BoardShape,
): string[] {
  if (holds.length === 0) return [];
  const shown = holds.slice(0, MOST_HOLDS);
  const sign = plain ? `[${words("todo_needs_approval")}]` : "◐";
  return [
    "",
    ...shown.flatMap((hold) => {
      const time =
        hold.deadline_at === null ? "" : words("time_left", { left: left(hold.deadline_at, now) });
      const what = `${sign} ${shortHold(hold.id)}  ${words(`kind_${hold.kind}`)}  `;
      const rest = columns - widthOf(what) - widthOf(time) - 2;
      const asked = cut(
        oneLine(hold.kind === "input" ? (hold.message ?? hold.title) : hold.title),
        rest,
      );
      return [
        `${yellow(what)}${bold(asked)}${time === "" ? "" : `  ${time}`}`,
        ...waysToDecide(hold).flatMap((way) => wrap(way, columns, "    ")),
      ];
    }),
    ...(plan.open_holds > shown.length
      ? [dim(words("more_holds", { count: plan.open_holds - shown.length, plan: plan.id }))]
      : []),
  ];
}

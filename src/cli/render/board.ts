import type { Board, BoardHold, BoardTodo } from "../../contract/plan/board.ts";
import { isOfCall } from "../../plan/views/holds/is-of-call.ts";
import { words } from "../messages/i18n.ts";
import { left, span } from "../messages/span.ts";
import { inOwnWords } from "../messages/tell.ts";
import { asTyped } from "../session/typed-line.ts";
import { bold, dim, yellow } from "../terminal/colors.ts";
import { oneLine } from "../terminal/printable.ts";
import { moment } from "../terminal/time.ts";
import { cut, pad, widthOf, wrap, wrapWords } from "../terminal/width.ts";
import { decidingNote, decidingText, timeoutWord, waysToDecide } from "./holds/hold-lines.ts";
import { reasonsText, shortHold, skipText, type Titles } from "./holds/reasons.ts";
import { askedOf } from "./lists.ts";
import { bar, drawsBars, markOf, PLAN_PAINTS, planWord, TODO_MARKS } from "./marks.ts";

export interface BoardShape {
  readonly columns: number;
  /** At most so many lines; as many as it takes when absent. */
  readonly rows?: number;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Words in place of signs and bars. */
  readonly plain: boolean;
}

const MAX_HOLDS = 5;
const NARROWEST_NOTE = 24;
/** Of a longer id the beginning is shown; its todo's title does as well. */
const LONGEST_ID = 20;

/** A plan on a screen: how far it is, each todo with why it waits, and what to type for its holds. */
export function renderBoard(data: Board, shape: BoardShape): string[] {
  const head = headLines(data, shape);
  const holds = holdsLines(data, shape);
  const work = workLines(data, shape);
  const room = (shape.rows ?? Infinity) - head.length - holds.length - work.length;
  return [...head, ...todoLines(data, shape, room), ...holds, ...work];
}

function headLines({ plan, todos, holds }: Board, shape: BoardShape): string[] {
  const { columns, now } = shape;
  const { percentage, total, counts } = plan.progress;
  const done = counts["completed"] ?? 0;
  const how = drawsBars(shape) ? `${bar(percentage, columns >= 100 ? 20 : 10)} ` : "";
  const figures = `v${plan.version}  ${how}${percentage}%  ${done}/${total}`;
  const decided = holds.filter(({ deciding }) => deciding !== null).length;
  const isAsking = decided === 0 || todos.some(isOffered);
  const mode = plan.mode === "input_request" && !isAsking ? "running" : plan.mode;
  const state = planWord({ ...plan, mode, open_holds: plan.open_holds - decided });
  const title = cut(
    oneLine(plan.title),
    Math.max(12, columns - widthOf(figures) - widthOf(state) - 4),
  );
  const because = inOwnWords(plan, "ended_because") || (plan.paused?.reason ?? "");
  const thinking = inOwnWords(plan, "thinking_message");
  return [
    `${bold(title)}  ${figures}  ${PLAN_PAINTS[plan.status](state)}`,
    dim(cut(words("board_id", { plan: plan.id }), columns)),
    ...(plan.goal_phase === null
      ? []
      : [dim(`${words("goal_heading")}: ${words(`goal_${plan.goal_phase}`)}`)]),
    ...(because === "" ? [] : [cut(oneLine(because), columns)]),
    ...(thinking === "" ? [] : wrapWords(oneLine(thinking), columns)),
    ...(plan.remembered ?? [])
      .filter(({ until }) => Date.parse(until) > now)
      .map(({ hold_id, tool_name, by, until }) => {
        const told = { hold: shortHold(hold_id), tool: tool_name ?? "", by, until: moment(until) };
        return dim(cut(oneLine(words("board_remembered", told)), columns));
      }),
    "",
  ];
}

function todoLines(data: Board, shape: BoardShape, room: number): string[] {
  const { plan, todos } = data;
  const { columns, plain } = shape;
  const shown = chooseTodos(todos, data.schedule.next, Math.max(1, room - 1));
  const notes = createNotes(data, shape);
  const marks = shown.map(({ status }) => markOf(status, plain));
  const markWidth = Math.max(0, ...marks.map(widthOf));
  const longestId = Number.isFinite(columns) ? LONGEST_ID : Infinity;
  const idWidth = Math.min(longestId, Math.max(0, ...shown.map(({ id }) => widthOf(id))));
  const most = Math.max(
    12,
    Math.min(Math.floor(columns * 0.45), columns - markWidth - idWidth - NARROWEST_NOTE - 6),
  );
  const titleWidth = Math.min(
    most,
    Math.max(0, ...shown.map(({ title }) => widthOf(oneLine(title)))),
  );
  const noteWidth = columns - markWidth - idWidth - titleWidth - 6;
  const lines = shown.map((todo, place) => {
    const { paint } = TODO_MARKS[todo.status];
    const title = pad(cut(oneLine(todo.title), titleWidth), titleWidth);
    const note = cut(notes(todo), noteWidth);
    const id = dim(pad(cut(todo.id, idWidth), idWidth));
    return ` ${paint(pad(marks[place]!, markWidth))} ${id}  ${title}  ${paint(note)}`.trimEnd();
  });
  const hidden = plan.todo_count - shown.length;
  return hidden > 0 ? [...lines, dim(` ${words("more_todos", { count: hidden })}`)] : lines;
}

/** Those that matter now when there is no room for all: in the plan's order. */
function chooseTodos(
  todos: readonly BoardTodo[],
  next: readonly string[],
  room: number,
): readonly BoardTodo[] {
  if (todos.length <= room) return todos;
  const rankOf = ({ id, status }: BoardTodo): number => {
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
  { todos, schedule, holds }: Board,
  shape: BoardShape,
): (todo: BoardTodo) => string {
  const { now } = shape;
  const titles: Titles = new Map(todos.map(({ id, title }) => [id, title]));
  const reasons = new Map(schedule.waiting.map(({ todo_id, reasons: why }) => [todo_id, why]));
  return (todo) => {
    const {
      id,
      status,
      started_at,
      completed_at,
      progress_percentage: percent,
      next_attempt_at,
    } = todo;
    const open = holds.find(({ todo_id }) => todo_id === id);
    if (open !== undefined) {
      const demanded = open.required_by === "tool" ? [words("note_tool_asks")] : [];
      return [holdNote(open, now), ...demanded].join("; ");
    }
    const why = reasonsText(reasons.get(id) ?? [], titles);
    if (todo.kind === "manual" && (status === "pending" || status === "in_progress")) {
      return [why, ...dueNote(todo, now)].filter((part) => part !== "").join("; ");
    }
    if (next_attempt_at !== undefined) return why;
    switch (status) {
      case "completed":
        return started_at === null || completed_at === null
          ? ""
          : span(Date.parse(completed_at) - Date.parse(started_at));
      case "in_progress": {
        const time = started_at === null ? "" : span(now - Date.parse(started_at));
        const how =
          percent === 0
            ? ""
            : `${drawsBars(shape) ? `${bar(percent, 10)} ` : ""}${Math.round(percent)}%`;
        return [how, time, oneLine(inOwnWords(todo, "progress_message"))]
          .filter((part) => part !== "")
          .join("  ");
      }
      case "failed":
        return oneLine(inOwnWords(todo, "error_message"));
      case "skipped":
        return skipText(todo, titles);
      case "cancelled":
        return words(`todo_${status}`);
      case "pending":
      case "blocked":
      case "needs_approval":
        return why;
    }
  };
}

function holdNote(hold: BoardHold, now: number): string {
  if (hold.deciding !== null) return decidingNote(hold);
  const values = { hold: shortHold(hold.id), who: hold.assignee ?? words("a_person") };
  const { deadline_at, remaining_ms } = hold;
  if (deadline_at !== null) {
    return words("note_waits_left", { ...values, left: left(deadline_at, now) });
  }
  return remaining_ms === null
    ? words("note_waits", values)
    : words("note_waits_paused", { ...values, left: span(remaining_ms) });
}

function dueNote({ due_at }: BoardTodo, now: number): string[] {
  if (due_at === null) return [];
  const rest = Date.parse(due_at) - now;
  return [rest < 0 ? words("overdue") : words("time_left", { left: span(rest) })];
}

/** Whether a todo waits for somebody who takes it up. */
export function isOffered({
  kind,
  status,
  offered_at,
}: Pick<BoardTodo, "kind" | "status" | "offered_at">): boolean {
  return kind === "manual" && status === "pending" && offered_at !== null;
}

/** What people can do, or have claimed. */
export function openWork({ todos, plan }: Board): BoardTodo[] {
  if (plan.completed_at !== null) return [];
  return todos.filter(
    (todo) => isOffered(todo) || (todo.kind === "manual" && todo.status === "in_progress"),
  );
}

/** What to type for what people do. */
function workLines(board: Board, { columns }: BoardShape): string[] {
  const { plan } = board;
  const open = openWork(board);
  if (open.length === 0) return [];
  const shown = open.slice(0, MAX_HOLDS);
  return [
    "",
    ...shown.flatMap(({ id, claimed_by }) =>
      wrap(
        asTyped(`holdpoint todo ${claimed_by === null ? "claim" : "done"} ${plan.id} ${id}`),
        columns,
        "    ",
      ),
    ),
    ...(open.length > shown.length ? [moreHolds(plan.id, open.length - shown.length)] : []),
  ];
}

/** Where those are that there is no room for. */
function moreHolds(plan: string, count: number): string {
  return dim(words("more_holds", { count, next: asTyped(`holdpoint inbox --plan ${plan}`) }));
}

/** What becomes of a hold by itself, and when. */
function timeNote(hold: BoardHold, now: number): string {
  const { deciding, deadline_at, remaining_ms } = hold;
  if (deciding !== null) return decidingText(deciding);
  const then = timeoutWord(hold, isOfCall(hold));
  if (deadline_at !== null) {
    return words("left_then", { left: left(deadline_at, now), then });
  }
  if (remaining_ms === null) return "";
  return words("until_resumed", { left: span(remaining_ms), then });
}

function holdsLines({ holds, plan }: Board, { columns, now, plain }: BoardShape): string[] {
  if (holds.length === 0) return [];
  const shown = holds.slice(0, MAX_HOLDS);
  const sign = markOf("needs_approval", plain);
  return [
    "",
    ...shown.flatMap((hold) => {
      const time = timeNote(hold, now);
      const what = `${sign} ${shortHold(hold.id)}  ${words(`kind_${hold.kind}`)}  `;
      const rest = columns - widthOf(what) - widthOf(time) - 2;
      const asked = cut(
        askedOf({
          ...hold,
          message: inOwnWords(hold, "message") || null,
          agent: hold.asked_by?.agent_name ?? null,
        }),
        rest,
      );
      return [
        `${yellow(what)}${bold(asked)}${time === "" ? "" : `  ${time}`}`,
        ...waysToDecide(hold).flatMap((way) => wrap(way, columns, "    ")),
      ];
    }),
    ...(plan.open_holds > shown.length ? [moreHolds(plan.id, plan.open_holds - shown.length)] : []),
  ];
}

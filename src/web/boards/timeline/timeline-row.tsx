import { Link } from "@tanstack/react-router";
import { Focusable, Tooltip, TooltipTrigger } from "react-aria-components";
import type { Board, BoardTodo } from "../../../contract/plan/board.ts";
import { TodoMark } from "../../parts/status.tsx";
import { momentOf } from "../../words/moment.ts";
import { spanOf } from "../../words/times.ts";
import { useSpeech, type Speech } from "../../words/words.ts";
import { questionOf } from "../question-of.ts";
import { RowMarks, tellMarks } from "./row-marks.tsx";
import { placeIn, type Stretch } from "./time-scale.ts";
import type { Bar } from "./timeline-bars.ts";
import type { Mark } from "./timeline-marks.ts";

/** Told apart by pattern as well as by colour. */
export const BAR_LOOKS: Readonly<Record<Bar["what"], string>> = {
  work: "bg-run",
  ran: "border border-run bg-run-tint",
  people: "bar-people border border-wait",
  expected: "border border-dashed border-edge bg-raised",
};

/** So many of the newest marks are told beside a row; its history tells all. */
const TOLD = 6;

/** One todo in time; what its bars mean, and what it asks, is told beside it. */
export function TimelineRow({
  plan,
  todo,
  bars,
  marks,
  width,
  slack,
  isCritical,
  isPathShown,
  shown,
  board,
  now,
  today,
  isOpen,
}: {
  readonly plan: string;
  readonly todo: BoardTodo;
  readonly bars: readonly Bar[];
  /** What happened to it at moments. */
  readonly marks: readonly Mark[];
  /** Of the place for bars, in pixels. */
  readonly width: number;
  /** By how many seconds it can be late; undefined where nobody knows. */
  readonly slack: number | undefined;
  /** Whether it belongs to the chain that takes longest. */
  readonly isCritical: boolean;
  /** Whether that chain is drawn, and how late others can be. */
  readonly isPathShown: boolean;
  readonly shown: Stretch;
  readonly board: Board;
  readonly now: number;
  /** Where now lies, in hundredths of the place for bars; null where it is not shown. */
  readonly today: number | null;
  readonly isOpen: boolean;
}) {
  const speech = useSpeech();
  const { words, language } = speech;
  const question = questionOf(todo, board, speech);
  const hold = board.holds.find(({ todo_id }) => todo_id === todo.id);
  const told = [
    ...tellBars(todo, bars, words),
    ...tellSlack(slack, words),
    ...(isCritical ? [words("timeline_critical")] : []),
    ...tellMarks(marks.slice(-TOLD), now, speech),
  ];
  return (
    <TooltipTrigger delay={300}>
      <Focusable>
        <Link
          to="/plans/$plan/todos/$todo"
          params={{ plan, todo: todo.id }}
          data-chosen={isOpen ? "" : undefined}
          className="flex h-full flex-col justify-center gap-1 border-b border-line -outline-offset-2 hover:bg-raised/60 data-chosen:bg-accent-tint/60 sm:flex-row sm:items-center sm:gap-0"
        >
          <span className="flex w-full shrink-0 items-center gap-1.5 pr-3 sm:w-56">
            <TodoMark status={todo.status} wordless />
            <span className="min-w-0 flex-1 truncate font-medium" lang="">
              {todo.title}
            </span>
            {isPathShown && slack !== undefined && slack >= 1 && (
              <span
                aria-hidden="true"
                className="shrink-0 text-small whitespace-nowrap text-faint tabular-nums"
              >
                {words("timeline_slack_short", { span: spanOf(slack * 1_000, words) })}
              </span>
            )}
          </span>
          <span className="relative block h-4 min-w-0 overflow-hidden sm:h-5 sm:flex-1">
            {bars.map((bar, place) => {
              const lies = placeIn(shown, bar);
              if (lies === null) return null;
              return (
                <span
                  key={place}
                  data-critical={isCritical && isPathShown ? "" : undefined}
                  className={`absolute inset-y-0 min-w-1 rounded-sm ${isCritical && isPathShown ? "shadow-[inset_0_-2px_0_var(--color-ink)]" : ""} ${todo.status === "failed" && bar.what === "work" ? "bg-bad" : todo.status === "completed" && bar.what === "work" ? "bg-good" : BAR_LOOKS[bar.what]}`}
                  style={{ left: `${lies.left}%`, width: `${lies.width}%` }}
                />
              );
            })}
            {today !== null && (
              // On a phone a title stands above its bars, and one line through all rows would cross it.
              <span
                className="absolute inset-y-0 border-l-2 border-accent sm:hidden"
                style={{ left: `${today}%` }}
              />
            )}
            <RowMarks marks={marks} shown={shown} width={width} />
          </span>
          <span className="sr-only">
            {told.join(", ")} {question ?? ""}
          </span>
        </Link>
      </Focusable>
      <Tooltip
        placement="bottom start"
        className="z-30 max-w-80 rounded-md border border-line bg-panel px-3 py-2 text-small text-soft shadow-lg"
      >
        <p className="font-semibold text-ink" lang="">
          {todo.title}
        </p>
        <p className="flex items-center gap-2">
          <TodoMark status={todo.status} />
        </p>
        {question !== null && (
          <p className="text-wait" lang="">
            {words("asks", { question })}
          </p>
        )}
        {hold?.deadline_at != null && (
          <p>
            {words("timeline_deadline")}{" "}
            {words("timeline_until", { at: momentOf(hold.deadline_at, language, now) })}
          </p>
        )}
        {told.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Tooltip>
    </TooltipTrigger>
  );
}

function tellSlack(slack: number | undefined, words: Speech["words"]): string[] {
  if (slack === undefined) return [];
  const span = spanOf(slack * 1_000, words);
  return [slack >= 1 ? words("timeline_slack", { span }) : words("timeline_no_slack")];
}

/** What the bars of a todo mean, in words. */
function tellBars(todo: BoardTodo, bars: readonly Bar[], words: Speech["words"]): string[] {
  const lines: string[] = [];
  for (const { what, from, to, isOpen } of bars) {
    const span = spanOf(to - from, words);
    if (what === "people") lines.push(words("timeline_waited", { span }));
    else if (what === "ran") lines.push(words("timeline_ran_before", { span }));
    else if (what === "work") {
      lines.push(isOpen ? words("timeline_since", { span }) : words("timeline_took", { span }));
    }
  }
  if (todo.estimated_seconds !== null) {
    const span = spanOf(todo.estimated_seconds * 1_000, words);
    lines.push(words("timeline_estimate", { span }));
  }
  return lines.length === 0 ? [words("timeline_not_started")] : lines;
}

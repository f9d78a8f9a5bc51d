import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { Board, BoardTodo } from "../../../contract/plan/board.ts";
import { Button } from "../../parts/button.tsx";
import type { IconName } from "../../parts/icon.tsx";
import { LongList } from "../../parts/scrolling/long-list.tsx";
import { allHoldsQuery, logQuery, useClient } from "../../session/api.ts";
import { useNow } from "../../session/now.ts";
import { useWidth } from "../../session/page/use-width.ts";
import { momentOf } from "../../words/moment.ts";
import { useSpeech } from "../../words/words.ts";
import type { Viewed } from "../lanes.ts";
import { CriticalPathToggle, useCriticalPathShown } from "../path-toggle.tsx";
import { useOutlook } from "../use-outlook.ts";
import { useWalk } from "../use-walk.ts";
import { PlanMoments } from "./plan-moments.tsx";
import { MarkSign } from "./row-marks.tsx";
import { changed, labelsOf, placeIn, ticksOf, type Stretch } from "./time-scale.ts";
import { barsOf, waitedBars, type Asked, type Bar } from "./timeline-bars.ts";
import { MARK_ICONS, MARKED, marksOf, type Mark, type MarkKind } from "./timeline-marks.ts";
import { BAR_LOOKS, TimelineRow } from "./timeline-row.tsx";
import { useEarlierAttempts } from "./use-earlier-attempts.ts";

const ROW_PX = 44;
const LEAST_MS = 10_000;
/** What the longest moment takes on the scale, with a gap. */
const TICK_PX = 96;
const LABEL_PX = 72;
const BARS = ["work", "ran", "people", "expected"] as const;
/** A todo with its bars; null for the plan as a whole, which stands above them. */
type Line = { readonly todo: BoardTodo; readonly bars: readonly Bar[] } | null;
const NO_MARKS: readonly Mark[] = [];
const MARK_KINDS = Object.keys(MARK_ICONS) as MarkKind[];

/**
 * The todos in time: what ran, where people were waited for, what they did, what was tried again, what is
 * expected, and now. Ended plans stand still; a person may look nearer, farther, earlier and later.
 */
export function Timeline({ board, openTodo }: Viewed) {
  const { words, language } = useSpeech();
  const client = useClient();
  const clock = useNow();
  const { plan } = board;
  const now = plan.completed_at === null ? clock : Date.parse(plan.completed_at);
  const [chosen, setChosen] = useState<Stretch | null>(null);
  const holds: readonly Asked[] =
    useQuery(allHoldsQuery(client, plan.id)).data?.holds ?? board.holds.map(asOpen);
  const byTodo = Map.groupBy(holds, ({ todo_id }) => todo_id);
  const events = useQuery(logQuery(client, plan.id, { types: MARKED })).data?.events;
  const marks = useMemo(() => marksOf(events ?? []), [events]);
  const marked = new Set([...marks.values()].flat().map(({ kind }) => kind));
  const outlook = useOutlook(board);
  const slack = useMemo(() => outlook.slack(), [outlook]);
  const isPathShown = useCriticalPathShown();
  const critical = useMemo(() => new Set(outlook.critical_path), [outlook]);
  const attempts = useEarlierAttempts(plan.id, marks);
  const rows = board.todos
    .map((todo) => ({
      todo,
      bars: barsOf(todo, byTodo.get(todo.id) ?? [], outlook.expected, now, attempts.get(todo.id)),
    }))
    .toSorted((a, b) => (a.bars[0]?.from ?? Infinity) - (b.bars[0]?.from ?? Infinity) || 0);
  const planMarks = marks.get(null) ?? NO_MARKS;
  const planBars = waitedBars(byTodo.get(null) ?? [], now);
  const lines: readonly Line[] = planMarks.length === 0 ? rows : [null, ...rows];
  useWalk(
    plan.id,
    rows.map(({ todo }) => todo),
  );
  const all = wholeOf(
    [...rows.flatMap(({ bars }) => bars), ...planBars, ...planMarks.map(momentOfMark)],
    Date.parse(plan.created_at),
    now,
  );
  const shown = chosen ?? all;
  const scale = useRef<HTMLDivElement>(null);
  const width = useWidth(scale);
  const { at: ticks, step } = ticksOf(shown, Math.floor(width / TICK_PX));
  const labels = labelsOf(ticks, step, language, clock);
  const today = plan.completed_at === null ? placeIn(shown, { from: now, to: now }) : null;
  const moves: readonly (readonly [Parameters<typeof changed>[1], IconName])[] = [
    ["earlier", "left"],
    ["later", "right"],
    ["farther", "minus"],
    ["nearer", "plus"],
  ];
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <ul className="flex flex-wrap gap-x-4 text-small text-soft">
          {BARS.filter((what) => what !== "ran" || attempts.size > 0).map((what) => (
            <li key={what} className="flex items-center gap-1.5">
              <span aria-hidden="true" className={`h-2.5 w-5 rounded-sm ${BAR_LOOKS[what]}`} />
              {words(`timeline_${what}`)}
            </li>
          ))}
          {MARK_KINDS.filter((kind) => marked.has(kind)).map((kind) => (
            <li key={kind} className="flex items-center gap-1.5">
              <span aria-hidden="true">
                <MarkSign kind={kind} />
              </span>
              {words(`timeline_mark_${kind}`)}
            </li>
          ))}
          {critical.size > 1 && (
            <li>
              <CriticalPathToggle sign="border-ink" />
            </li>
          )}
          {today !== null && (
            <li className="flex items-center gap-1.5">
              <span aria-hidden="true" className="h-3.5 border-l-2 border-accent" />
              {words("timeline_now")}
            </li>
          )}
        </ul>
        <div role="group" aria-label={words("timeline_zoom")} className="ml-auto flex gap-0.5">
          {moves.map(([move, icon]) => (
            <Button
              key={move}
              look="bare"
              icon={icon}
              aria-label={words(`timeline_${move}`)}
              onPress={() => setChosen(changed(shown, move))}
            />
          ))}
          <Button look="bare" isPending={chosen === null} onPress={() => setChosen(null)}>
            {words("all")}
          </Button>
        </div>
      </div>
      <p className="sr-only" role="status">
        {chosen !== null &&
          words("timeline_shown", {
            from: momentOf(shown.from, language, clock),
            to: momentOf(shown.to, language, clock),
          })}
      </p>
      <div
        ref={scale}
        aria-hidden="true"
        className={`relative ml-0 overflow-hidden border-b border-line text-small text-faint sm:ml-56 ${labels.some(({ day }) => day !== null) ? "h-10" : "h-6"}`}
      >
        {labels.map(({ at, day, text }) => (
          <span
            key={at}
            className="absolute inset-y-0 flex flex-col justify-end border-l border-line pb-1 pl-1 whitespace-nowrap tabular-nums"
            style={{ left: `${placeIn(shown, { from: at, to: at })?.left ?? 0}%` }}
          >
            {(at - shown.from) / (shown.to - shown.from) < 1 - LABEL_PX / width && (
              <>
                {day !== null && <span className="font-medium text-soft">{day}</span>}
                <span>{text}</span>
              </>
            )}
          </span>
        ))}
      </div>
      <div className="relative">
        <div
          aria-hidden="true"
          className="absolute inset-y-0 right-0 left-0 overflow-hidden sm:left-56"
        >
          {ticks.map((at) => (
            <span
              key={at}
              className="absolute inset-y-0 border-l border-line max-sm:hidden"
              style={{ left: `${placeIn(shown, { from: at, to: at })?.left ?? 0}%` }}
            />
          ))}
          {today !== null && (
            <span
              className="absolute inset-y-0 border-l-2 border-accent max-sm:hidden"
              style={{ left: `${today.left}%` }}
            />
          )}
        </div>
        <LongList
          label={words("view_timeline")}
          rows={lines}
          rowHeight={ROW_PX}
          keyOf={(line) => line?.todo.id ?? ""}
          reveal={lines.findIndex((line) => line !== null && line.todo.id === openTodo)}
        >
          {(line) =>
            line === null ? (
              <PlanMoments
                plan={plan.id}
                bars={planBars}
                marks={planMarks}
                shown={shown}
                width={width}
                now={clock}
              />
            ) : (
              <TimelineRow
                plan={plan.id}
                todo={line.todo}
                bars={line.bars}
                marks={marks.get(line.todo.id) ?? NO_MARKS}
                width={width}
                slack={slack.get(line.todo.id)}
                isCritical={critical.size > 1 && critical.has(line.todo.id)}
                isPathShown={isPathShown}
                shown={shown}
                board={board}
                now={clock}
                today={today?.left ?? null}
                isOpen={line.todo.id === openTodo}
              />
            )
          }
        </LongList>
      </div>
    </div>
  );
}

function asOpen(hold: Board["holds"][number]): Asked {
  return { ...hold, status: "open" as const, decision: null };
}

function momentOfMark({ event }: Mark): Stretch {
  const at = Date.parse(event.at);
  return { from: at, to: at };
}

/** From the first moment of anything to the last one, with a margin. */
function wholeOf(bars: readonly Stretch[], created: number, now: number): Stretch {
  let [from, to] = [bars.length === 0 ? created : Infinity, now];
  for (const bar of bars) {
    from = Math.min(from, bar.from);
    to = Math.max(to, bar.to);
  }
  const length = Math.max(LEAST_MS, to - from);
  return { from: from - length * 0.02, to: from + length * 1.05 };
}

import { Link } from "@tanstack/react-router";
import { Focusable, Tooltip, TooltipTrigger } from "react-aria-components";
import { spanOf } from "../../words/times.ts";
import { useSpeech } from "../../words/words.ts";
import { RowMarks, tellMarks } from "./row-marks.tsx";
import { placeIn, type Stretch } from "./time-scale.ts";
import type { Bar } from "./timeline-bars.ts";
import type { Mark } from "./timeline-marks.ts";
import { BAR_LOOKS } from "./timeline-row.tsx";

/** So many of the newest marks are told; the plan's history tells all. */
const TOLD = 10;

/** What happened to the plan as a whole: when people were asked about it, and what they did to it. */
export function PlanMoments({
  plan,
  bars,
  marks,
  shown,
  width,
  now,
}: {
  readonly plan: string;
  /** When people were waited for. */
  readonly bars: readonly Bar[];
  readonly marks: readonly Mark[];
  readonly shown: Stretch;
  /** Of the place for bars, in pixels. */
  readonly width: number;
  readonly now: number;
}) {
  const speech = useSpeech();
  const { words } = speech;
  const told = [
    ...bars.map(({ from, to }) => words("timeline_waited", { span: spanOf(to - from, words) })),
    ...tellMarks(marks.slice(-TOLD), now, speech),
  ];
  return (
    <TooltipTrigger delay={300}>
      <Focusable>
        <Link
          to="/plans/$plan/versions"
          params={{ plan }}
          className="flex h-full flex-col justify-center gap-1 border-b border-line -outline-offset-2 hover:bg-raised/60 sm:flex-row sm:items-center sm:gap-0"
        >
          <span className="w-full shrink-0 truncate pr-3 font-semibold sm:w-56">
            {words("of_plan")}
          </span>
          <span className="relative block h-4 min-w-0 overflow-hidden sm:h-5 sm:flex-1">
            {bars.map((bar, place) => {
              const lies = placeIn(shown, bar);
              return lies === null ? null : (
                <span
                  key={place}
                  className={`absolute inset-y-0 min-w-1 rounded-sm ${BAR_LOOKS[bar.what]}`}
                  style={{ left: `${lies.left}%`, width: `${lies.width}%` }}
                />
              );
            })}
            <RowMarks marks={marks} shown={shown} width={width} />
          </span>
          <span className="sr-only">{told.join(", ")}</span>
        </Link>
      </Focusable>
      <Tooltip
        placement="bottom start"
        className="z-30 max-w-80 rounded-md border border-line bg-panel px-3 py-2 text-small text-soft shadow-lg"
      >
        <p className="font-semibold text-ink">{words("of_plan")}</p>
        {told.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Tooltip>
    </TooltipTrigger>
  );
}

import { Icon } from "../../parts/icon.tsx";
import { eventText } from "../../words/event-text.ts";
import { momentOf } from "../../words/moment.ts";
import type { Speech } from "../../words/words.ts";
import type { Stretch } from "./time-scale.ts";
import { MARK_ICONS, spotsOf, type Mark, type MarkKind } from "./timeline-marks.ts";

/** What a mark takes, so that none covers another. */
const MARK_PX = 20;

/** A sign of what happened at a moment. */
export function MarkSign({
  kind,
  count = 1,
}: {
  readonly kind: MarkKind;
  readonly count?: number;
}) {
  return (
    <span className="flex h-4 min-w-4 items-center justify-center gap-px rounded-full border border-edge bg-panel px-0.5 text-ink">
      <Icon name={MARK_ICONS[kind]} size={10} />
      {count > 1 && <span className="text-[0.625rem] leading-none tabular-nums">{count}</span>}
    </span>
  );
}

/** The marks of a todo on its bars. What they mean is told beside it. */
export function RowMarks({
  marks,
  shown,
  width,
}: {
  readonly marks: readonly Mark[];
  readonly shown: Stretch;
  /** Of the bars' place, in pixels. */
  readonly width: number;
}) {
  const least = width === 0 ? 100 : (MARK_PX / width) * 100;
  return spotsOf(marks, shown, least).map(({ left, kind, count }) => {
    const before = (left / 100) * width;
    // Its middle stands at the moment, but where an end of the row would cut it.
    const x = `max(${-before}px, min(-50%, ${width - before}px - 100%))`;
    return (
      <span
        key={left}
        aria-hidden="true"
        className="absolute top-1/2"
        style={{ left: `${left}%`, transform: `translate(${x}, -50%)` }}
      >
        <MarkSign kind={kind} count={count} />
      </span>
    );
  });
}

/** What the marks of a todo mean, a line each. */
export function tellMarks(marks: readonly Mark[], now: number, speech: Speech): string[] {
  const lines = marks.map(({ event }) =>
    speech.words("timeline_mark", {
      at: momentOf(event.at, speech.language, now),
      what: eventText(event, speech),
    }),
  );
  return [...new Set(lines)];
}

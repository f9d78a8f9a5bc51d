import type { Language } from "../../../contract/sentences/catalog.ts";
import { dayOf, isSameDay } from "../../words/moment.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [
  ...[1, 2, 5, 10, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 30].map((count) => count * MINUTE),
  ...[1, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 30, 90, 365].map((count) => count * DAY),
];
const MOST_TICKS = 5;

/** A stretch of time, in milliseconds since 1970. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Where a stretch lies in what is shown, in percents of its width; null where it lies outside. */
export function placeIn(
  shown: Stretch,
  { from, to }: Stretch,
): { left: number; width: number } | null {
  if (to < shown.from || from > shown.to) return null;
  const whole = shown.to - shown.from;
  const left = Math.max(0, (from - shown.from) / whole) * 100;
  const right = Math.min(1, (to - shown.from) / whole) * 100;
  return { left, width: right - left };
}

/** Round moments in a stretch: at least one where there is one, and `most` at the most. */
export function ticksOf(
  { from, to }: Stretch,
  most: number,
): { readonly at: number[]; readonly step: number } {
  const step =
    STEPS.find((one) => (to - from) / one <= Math.min(MOST_TICKS, Math.max(1, most))) ??
    STEPS.at(-1)!;
  // Round in the person's own time zone.
  const offset = new Date(from).getTimezoneOffset() * MINUTE;
  const first = Math.ceil((from - offset) / step) * step + offset;
  const at: number[] = [];
  for (let tick = first; tick <= to; tick += step) at.push(tick);
  return { at, step };
}

/** What stands at a tick: the moment, and its day where one begins on the scale that is not today. */
export interface TickLabel {
  readonly at: number;
  readonly day: string | null;
  readonly text: string;
}

/** The ticks of a step as it needs them: seconds, minutes or days. */
export function labelsOf(
  ticks: readonly number[],
  step: number,
  language: Language,
  now: number,
): TickLabel[] {
  if (step >= DAY) return ticks.map((at) => ({ at, day: null, text: dayOf(at, language, now) }));
  return ticks.map((at, place) => {
    const begins = !isSameDay(at, place === 0 ? now : ticks[place - 1]!);
    const text = new Date(at).toLocaleTimeString(language, {
      hour: "numeric",
      minute: "2-digit",
      ...(step < MINUTE && { second: "2-digit" }),
    });
    return { at, day: begins ? dayOf(at, language, now) : null, text };
  });
}

/** A stretch that is nearer, farther, earlier or later. */
export function changed(
  { from, to }: Stretch,
  by: "nearer" | "farther" | "earlier" | "later",
): Stretch {
  const whole = to - from;
  switch (by) {
    case "nearer":
      return { from: from + whole / 4, to: to - whole / 4 };
    case "farther":
      return { from: from - whole / 2, to: to + whole / 2 };
    case "earlier":
      return { from: from - whole / 2, to: to - whole / 2 };
    case "later":
      return { from: from + whole / 2, to: to + whole / 2 };
  }
}

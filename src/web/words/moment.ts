import type { Language } from "../../contract/sentences/catalog.ts";

/** A moment in the person's own time zone; the day only when it is another one. */
export function momentOf(at: string | number, language: Language, now: number): string {
  const date = new Date(at);
  const time = { hour: "numeric", minute: "2-digit" } as const;
  return isSameDay(at, now)
    ? date.toLocaleTimeString(language, time)
    : date.toLocaleString(language, { ...dayFields(date, now), ...time });
}

/**
 * A moment by the clock of another time zone, with its day; null where that clock shows what the person's own does, or
 * the browser does not know the zone.
 */
export function momentElsewhere(
  at: string | number,
  timeZone: string,
  language: Language,
): string | null {
  const date = new Date(at);
  const shown = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" } as const;
  try {
    const there = date.toLocaleString(language, { ...shown, timeZone });
    return there === date.toLocaleString(language, shown) ? null : there;
  } catch {
    return null;
  }
}

/** A day in the person's own time zone; the year only when it is another one. */
export function dayOf(at: string | number, language: Language, now: number): string {
  const date = new Date(at);
  return date.toLocaleDateString(language, dayFields(date, now));
}

/** Whether both are on one day of the person's own time zone. */
export function isSameDay(one: string | number, other: string | number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

function dayFields(date: Date, now: number): Intl.DateTimeFormatOptions {
  const day = { month: "short", day: "numeric" } as const;
  return date.getFullYear() === new Date(now).getFullYear() ? day : { year: "numeric", ...day };
}

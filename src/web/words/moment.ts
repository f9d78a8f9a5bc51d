import type { Language } from "../../contract/sentences/catalog.ts";

/** A moment in the person's own time zone; the day only when it is another one. */
export function momentOf(at: string | number, language: Language, now: number): string {
  const date = new Date(at);
  const time = { hour: "numeric", minute: "2-digit" } as const;
  return isSameDay(at, now)
    ? date.toLocaleTimeString(language, time)
    : date.toLocaleString(language, { ...dayFields(date, now), ...time });
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

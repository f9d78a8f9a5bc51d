import type { Language } from "../../contract/sentences/catalog.ts";

/** A moment in the person's own time zone; the day only when it is another one. */
export function momentOf(at: string | number, language: Language, now: number): string {
  const date = new Date(at);
  const today = new Date(now);
  const time = { hour: "numeric", minute: "2-digit" } as const;
  const day = { month: "short", day: "numeric" } as const;
  if (date.toDateString() === today.toDateString()) return date.toLocaleTimeString(language, time);
  if (date.getFullYear() === today.getFullYear()) {
    return date.toLocaleString(language, { ...day, ...time });
  }
  return date.toLocaleString(language, { year: "numeric", ...day, ...time });
}

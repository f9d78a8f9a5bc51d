import type { Language } from "../../contract/sentences/catalog.ts";
import type { Words } from "./words.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A length of time in its one or two greatest units: "2 h 5 min". */
export function spanOf(milliseconds: number, words: Words): string {
  const rest = Math.max(0, milliseconds);
  const part = (unit: number, within = Infinity) => Math.floor((rest % within) / unit);
  const join = (...parts: readonly (string | false)[]) => parts.filter(Boolean).join(" ");
  if (rest >= DAY) {
    const hours = part(HOUR, DAY);
    const days = words("in_days", { days: part(DAY) });
    return join(days, hours > 0 && words("in_hours", { hours }));
  }
  if (rest >= HOUR) {
    const minutes = part(MINUTE, HOUR);
    const hours = words("in_hours", { hours: part(HOUR) });
    return join(hours, minutes > 0 && words("in_minutes", { minutes }));
  }
  if (rest >= MINUTE) return words("in_minutes", { minutes: part(MINUTE) });
  return words("in_seconds", { seconds: part(SECOND) });
}

/** Ends that are no further apart than this part of the greater one are one figure for a person. */
const NEARLY = 0.1;

/** How long something takes, from one length of time to another; one figure where both are nearly the same. */
export function rangeOf(least: number, most: number, words: Words): string {
  const [from, to] = [spanOf(least, words), spanOf(most, words)];
  return from === to || most - least <= most * NEARLY
    ? words("glance_about", { span: to })
    : words("glance_span", { from, to });
}

/** What is left, as a clock while it is short: "12:04". */
export function clockOf(milliseconds: number, words: Words): string {
  if (milliseconds >= HOUR) return spanOf(milliseconds, words);
  const seconds = Math.max(0, Math.floor(milliseconds / SECOND));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A size as people say it. */
export function sizeOf(bytes: number, language: Language): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const unit = units[power]!;
  const options = { style: "unit", unit, unitDisplay: power === 0 ? "long" : "short" } as const;
  return new Intl.NumberFormat(language, { ...options, maximumFractionDigits: 1 }).format(
    bytes / 1_000 ** power,
  );
}

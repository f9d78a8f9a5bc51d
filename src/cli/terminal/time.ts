import { dim } from "./colors.ts";

const HOUR_MS = 3_600_000;

/**
 * A moment in the time zone of this machine, as `2026-11-20 14:02`; to the second while it comes within
 * the hour, for then seconds tell how long somebody has.
 */
export function moment(at: string, now = Date.now()): string {
  const rest = Date.parse(at) - now;
  if (rest > 0 && rest < HOUR_MS) return exactMoment(at);
  return `${dayOf(new Date(at))} ${clock(at).slice(0, 5)}`;
}

/** A moment in a time zone by its IANA name, as `2026-11-30 08:00`; here, where this machine does not know the zone. */
export function momentIn(at: string, timeZone: string | undefined): string {
  try {
    const shape = { dateStyle: "short", timeStyle: "short", timeZone } as const;
    // Swedish writes dates as ISO 8601 does.
    return new Intl.DateTimeFormat("sv", shape).format(new Date(at));
  } catch {
    return momentIn(at, undefined);
  }
}

/** A moment to the second, as `2026-11-20 14:02:09`: for what may happen within the minute. */
export function exactMoment(at: string): string {
  return `${dayOf(new Date(at))} ${clock(at)}`;
}

/** The time of day in the time zone of this machine, as `14:02:09`. */
export function clock(at: string): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(twoDigits).join(":");
}

/**
 * Heads moments that are told one below another with their day, as `2026-11-20`: a line where it
 * begins, none while it goes on. Today needs none until another day has been told.
 */
export function createDayHeadings(): (at: string) => string[] {
  let told = dayOf(new Date());
  return (at) => {
    const day = dayOf(new Date(at));
    if (day === told) return [];
    told = day;
    return [dim(day)];
  };
}

function dayOf(date: Date): string {
  return [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join("-");
}

/** A whole number of at least two digits: what is behind its point goes. */
export function twoDigits(number: number): string {
  return String(Math.floor(number)).padStart(2, "0");
}

import { dim } from "./colors.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A time span in a few characters: `8s`, `4m02s`, `2h05m`, `3d04h`. */
export function span(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  if (seconds < MINUTE) return `${seconds}s`;
  if (seconds < HOUR) return `${Math.floor(seconds / MINUTE)}m${two(seconds % MINUTE)}s`;
  if (seconds < DAY) return `${Math.floor(seconds / HOUR)}h${two((seconds % HOUR) / MINUTE)}m`;
  return `${Math.floor(seconds / DAY)}d${two((seconds % DAY) / HOUR)}h`;
}

/** What is left until a moment, as `span`; "0s" when it is over. */
export function left(until: string, now: number): string {
  return span(Date.parse(until) - now);
}

/** A moment in the time zone of this machine, as `2026-11-20 14:02`. */
export function moment(at: string): string {
  return `${dayOf(new Date(at))} ${clock(at).slice(0, 5)}`;
}

/** A moment to the second, as `2026-11-20 14:02:09`: for what may happen within the minute. */
export function exactMoment(at: string): string {
  return `${dayOf(new Date(at))} ${clock(at)}`;
}

/** The time of day in the time zone of this machine, as `14:02:09`. */
export function clock(at: string): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
}

/**
 * Heads moments that are told one below another with their day, as `2026-11-20`: a line where it
 * begins, none while it goes on. Today needs none until another day has been told.
 */
export function createDayHeadings(now = Date.now()): (at: string) => string[] {
  let told = dayOf(new Date(now));
  return (at) => {
    const day = dayOf(new Date(at));
    if (day === told) return [];
    told = day;
    return [dim(day)];
  };
}

function dayOf(date: Date): string {
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
}

function two(number: number): string {
  return String(Math.floor(number)).padStart(2, "0");
}

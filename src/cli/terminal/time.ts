import type { Language } from "../../contract/sentences/catalog.ts";
import { language } from "../messages/i18n.ts";
import { dim } from "./colors.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS = {
  en: { day: "d", hour: "h", minute: "m", second: "s" },
  ko: { day: "일", hour: "시간", minute: "분", second: "초" },
} as const satisfies Record<Language, object>;

/**
 * A time span in its one or two greatest units: `8s`, `4m02s`, `2h05m`, `3d04h`; in Korean as it is
 * spoken, `4분 2초`.
 */
export function span(milliseconds: number): string {
  const { day, hour, minute, second } = UNITS[language()];
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  const pair = (great: number, unit: string, rest: number, smaller: string): string => {
    const whole = `${Math.floor(great)}${unit}`;
    if (language() === "en") return `${whole}${two(rest)}${smaller}`;
    return rest < 1 ? whole : `${whole} ${Math.floor(rest)}${smaller}`;
  };
  if (seconds < MINUTE) return `${seconds}${second}`;
  if (seconds < HOUR) return pair(seconds / MINUTE, minute, seconds % MINUTE, second);
  if (seconds < DAY) return pair(seconds / HOUR, hour, (seconds % HOUR) / MINUTE, minute);
  return pair(seconds / DAY, day, (seconds % DAY) / HOUR, hour);
}

/** What is left until a moment, as `span`; no seconds when it is over. */
export function left(until: string, now: number): string {
  return span(Date.parse(until) - now);
}

/**
 * A moment in the time zone of this machine, as `2026-11-20 14:02`; to the second while it comes within
 * the hour, for then seconds tell how long somebody has.
 */
export function moment(at: string, now = Date.now()): string {
  const rest = Date.parse(at) - now;
  if (rest > 0 && rest < HOUR * 1_000) return exactMoment(at);
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
  return [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":");
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
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
}

function two(number: number): string {
  return String(Math.floor(number)).padStart(2, "0");
}

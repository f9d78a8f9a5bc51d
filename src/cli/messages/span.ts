import type { Language } from "../../contract/sentences/catalog.ts";
import { twoDigits } from "../terminal/time.ts";
import { language } from "./i18n.ts";

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
    if (language() === "en") return `${whole}${twoDigits(rest)}${smaller}`;
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

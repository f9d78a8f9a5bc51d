import { words } from "../messages/i18n.ts";
import { usageError } from "../session/errors/cli-error.ts";

const UNITS = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 } as const;

/**
 * A length of time as people type it: `30m`, `2h`, `1w`, or seconds.
 * @param usage what to type instead. @param most how many seconds are taken. @throws CliError
 */
export function toSeconds(text: string, usage: string, most: number): number {
  const [, count = "", unit = "s"] = /^(\d{1,9})([smhdw])?$/.exec(text) ?? [];
  if (count !== "") {
    const seconds = Number(count) * UNITS[unit as keyof typeof UNITS];
    if (seconds <= most) return seconds;
    const days = Math.floor(most / UNITS.d);
    throw usageError(words("time_too_long", { text, days }), usage);
  }
  throw usageError(words("bad_time", { text }), usage);
}

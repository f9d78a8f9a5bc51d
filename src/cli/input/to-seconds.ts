import { words } from "../messages/i18n.ts";
import { CliError, EXIT } from "../session/cli-error.ts";

const UNITS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;

/**
 * A length of time as people type it: `30m`, `2h`, or seconds.
 * @param usage what to type instead. @throws CliError
 */
export function toSeconds(text: string, usage: string): number {
  const [, count = "", unit = "s"] = /^(\d{1,9})([smhd])?$/.exec(text) ?? [];
  if (count !== "") return Number(count) * UNITS[unit as keyof typeof UNITS];
  throw new CliError(words("bad_time", { text }), usage, EXIT.usage);
}

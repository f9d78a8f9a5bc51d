import type { Language } from "./words.ts";

export const LANGUAGES = ["en", "ko"] as const satisfies readonly Language[];

/** The language of `--lang`, else of HOLDPOINT_LANG, else of the system's locale; English when none fits. */
export function languageOf(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Language {
  const place = args.findIndex((arg) => arg === "--lang" || arg.startsWith("--lang="));
  const flag = args[place]?.startsWith("--lang=") ? args[place].slice(7) : args[place + 1];
  const wanted = [
    place === -1 ? undefined : flag,
    env["HOLDPOINT_LANG"],
    env["LC_ALL"],
    env["LC_MESSAGES"],
    env["LANG"],
  ].find((word) => word !== undefined && word !== "");
  return wanted?.toLowerCase().startsWith("ko") === true ? "ko" : "en";
}

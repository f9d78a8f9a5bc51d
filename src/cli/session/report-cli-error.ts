import type { Words } from "../messages/words.ts";
import { dim, red } from "../terminal/colors.ts";
import { oneLine } from "../terminal/printable.ts";
import { EXIT, type CliError, type ExitCode } from "./cli-error.ts";

/** An error as a person reads it, and as a program does with `--json`. */
export interface Report {
  readonly lines: readonly string[];
  readonly data: object;
  readonly exit: ExitCode;
}

/** What to tell about an error of the command line. @param next what to type next. */
export function reportCliError(error: CliError, next: string, words: Words): Report {
  const code = error.exit === EXIT.usage ? "usage" : "cli_error";
  return {
    lines: [mark(error.message), nextLine(next, words)],
    data: { error: { code, detail: error.message, next } },
    exit: error.exit,
  };
}

export function mark(text: string): string {
  return `${red("✖")} ${text.split("\n").map(oneLine).join("\n  ")}`;
}

export function nextLine(next: string, words: Words): string {
  return dim(words("next_step", { next }));
}

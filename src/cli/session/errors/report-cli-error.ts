import { words } from "../../messages/i18n.ts";
import { dim, red } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";
import { asTyped } from "../typed-line.ts";
import { EXIT, type CliError, type ExitCode } from "./cli-error.ts";

/** An error as a person reads it, and as a program does with `--json`. */
export interface Report {
  readonly lines: readonly string[];
  readonly data: object;
  readonly exit: ExitCode;
}

/** What to tell about an error of the command line. @param next what to type next. */
export function reportCliError(error: CliError, next: string): Report {
  return {
    lines: [mark(error.message), nextLine(next)],
    data: { error: { code: codeOf(error), detail: error.message, next: asTyped(next) } },
    exit: error.exit,
  };
}

function codeOf({ exit }: CliError): string {
  if (exit === EXIT.usage) return "usage";
  return exit === EXIT.not_allowed ? "unauthenticated" : "cli_error";
}

export function mark(text: string): string {
  return `${red("✖")} ${text.split("\n").map(oneLine).join("\n  ")}`;
}

export function nextLine(next: string): string {
  return dim(words("next_step", { next: asTyped(next) }));
}

import { ProblemError } from "../client/client.ts";
import { PROBLEMS, type Problem } from "../contract/problem.ts";
import { CliError, EXIT, type ExitCode } from "./cli-error.ts";
import type { Words } from "./messages/words.ts";
import { retell } from "./messages/retell.ts";
import { nextStep, type About } from "./next-step.ts";
import { dim, red } from "./render/colors.ts";
import { oneLine } from "./render/printable.ts";
import { moment } from "./render/time.ts";
import { language } from "./words-here.ts";

const ABOUT_KEYS = new Set<string>(["unauthenticated", "key_expired", "key_revoked", "forbidden"]);
const MOST_PLACES = 10;

/** An error as a person reads it, and as a program does with `--json`. */
export interface Report {
  readonly lines: readonly string[];
  readonly data: object;
  readonly exit: ExitCode;
}

/** What to tell about an error; every report ends with what to type next. */
export function reportError(error: unknown, about: About, words: Words): Report {
  if (error instanceof ProblemError) return reportProblem(error, about, words);
  const help = `holdpoint ${about.command} --help`;
  if (error instanceof CliError) {
    const next = error.next ?? help;
    const code = error.exit === EXIT.usage ? "usage" : "cli_error";
    return {
      lines: [mark(error.message), nextLine(next, words)],
      data: { error: { code, detail: error.message, next } },
      exit: error.exit,
    };
  }
  // Errors that Holdpoint throws say what to do; of any other kind the place is needed, too.
  const text = error instanceof Error && error.name !== "Error" ? error.stack : undefined;
  const detail = text ?? retell(error instanceof Error ? error.message : String(error), language);
  return {
    lines: [mark(detail), nextLine(help, words)],
    data: { error: { code: "cli_error", detail, next: help } },
    exit: EXIT.failed,
  };
}

function reportProblem(error: ProblemError, about: About, words: Words): Report {
  const { problem } = error;
  const next = nextStep(problem, about);
  return {
    lines: [...problemLines(problem, words), nextLine(next, words)],
    data: { error: { ...problem, next } },
    exit: ABOUT_KEYS.has(problem.code) ? EXIT.not_allowed : EXIT.failed,
  };
}

/** A refusal with everything that it says, but for the next step. */
export function problemLines(problem: Problem, words: Words): string[] {
  const { code, detail, errors = [], decided, legal } = problem;
  // The API speaks English: its sentence needs a heading for those who do not.
  const isKnown = Object.hasOwn(PROBLEMS, code);
  const title = language === "ko" && isKnown ? PROBLEMS[code].title.ko : undefined;
  const places = errors.length > 1 ? errors.slice(0, MOST_PLACES) : [];
  return [
    mark(title === undefined ? detail : `${title}. ${detail}`),
    ...places.map(({ pointer, detail: what }) => `  ${oneLine(pointer)}: ${oneLine(what)}`),
    ...(errors.length > MOST_PLACES && errors.length > 1
      ? [`  ${words("and_more", { count: errors.length - MOST_PLACES })}`]
      : []),
    ...(decided === undefined
      ? []
      : [
          `  ${words("decided_before", {
            decision: words(`decision_${decisionWord(decided.decision)}`),
            by: decided.by,
            at: moment(decided.at),
            reason: decided.reason ?? decided.comment ?? "",
          })}`,
        ]),
    ...(legal === undefined || legal.length === 0
      ? []
      : [`  ${words("takes_now", { words: legal.join(", ") })}`]),
  ];
}

function decisionWord(decision: string): "approve" | "reject" | "edit" | "answer" {
  return decision === "reject" || decision === "edit" || decision === "answer"
    ? decision
    : "approve";
}

function mark(text: string): string {
  return `${red("✖")} ${text.split("\n").map(oneLine).join("\n  ")}`;
}

function nextLine(next: string, words: Words): string {
  return dim(words("next_step", { next }));
}

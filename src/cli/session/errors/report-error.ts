import { ConnectionError } from "../../../client/connection-error.ts";
import { ProblemError } from "../../../contract/problems/problem-error.ts";
import type { ToldProblem } from "../../../contract/problems/problem.ts";
import { fixOf } from "../../../contract/service/notices.ts";
import { words } from "../../messages/i18n.ts";
import { inOwnWords, tell } from "../../messages/tell.ts";
import { oneLine } from "../../terminal/printable.ts";
import { moment } from "../../terminal/time.ts";
import { asTyped } from "../typed-line.ts";
import { CliError, EXIT } from "./cli-error.ts";
import { FileProblem } from "./file-problem.ts";
import { asksForKeys, nextStep, type About } from "./next-step.ts";
import { mark, nextLine, reportCliError, type Report } from "./report-cli-error.ts";
import { detailOf, hintOf } from "./told-hint.ts";

const ABOUT_KEYS = new Set<string>([
  "unauthenticated",
  "key_expired",
  "key_revoked",
  "forbidden",
  "loosens_control",
]);
const MAX_PLACES = 10;

/** What to tell about an error; every report ends with what to do next. */
export function reportError(thrown: unknown, about: About): Report {
  const { toNext = (next) => next } = about;
  if (thrown instanceof ProblemError) return reportProblem(thrown, about);
  const error = thrown instanceof ConnectionError ? toCliError(thrown) : thrown;
  const help = `holdpoint ${about.command} --help`;
  if (error instanceof CliError) return reportCliError(error, toNext(error.next ?? help));
  // Errors that Holdpoint throws say what to do; of any other kind the place is needed, too.
  const text = error instanceof Error && error.name !== "Error" ? error.stack : undefined;
  const detail = text ?? tell(error instanceof Error ? error : String(error));
  const next = fixOf(thrown) ?? help;
  return {
    lines: [mark(detail), nextLine(next)],
    data: { error: { code: "cli_error", detail, next: asTyped(next) } },
    exit: EXIT.failed,
  };
}

function toCliError({ reason, url }: ConnectionError): CliError {
  return reason === "unreachable"
    ? new CliError(words("no_api", { url }), "holdpoint start")
    : new CliError(words(reason, { url }), "holdpoint doctor");
}

function reportProblem(error: ProblemError, about: About): Report {
  const { problem } = error;
  const { toNext = (line) => line } = about;
  const isOfFile = error instanceof FileProblem && !asksForKeys(problem);
  const step = isOfFile ? error.next : nextStep(problem, about);
  const next = step === undefined ? undefined : toNext(step);
  return {
    lines: [
      // In a conversation nobody typed its command.
      ...problemLines(problem, about.toNext === undefined ? about.command : undefined),
      ...otherProject(problem, about),
      ...(next === undefined ? [] : [nextLine(next)]),
    ],
    data: { error: { ...problem, ...(next !== undefined && { next: asTyped(next) }) } },
    exit: ABOUT_KEYS.has(problem.code) ? EXIT.not_allowed : EXIT.failed,
  };
}

/** Whose API was meant, and where another one answered. */
function otherProject({ code }: ToldProblem, { session }: About): string[] {
  if (code !== "other_instance" || session?.project === undefined) return [];
  const { url, project } = session;
  return [`  ${words("other_project", { url, folder: project.folder })}`];
}

/**
 * A refusal with everything that it says, but for the next step.
 * @param command as it was typed, where that is known.
 */
export function problemLines(problem: ToldProblem, command?: string): string[] {
  const { errors = [], decided, legal } = problem;
  const hint = hintOf(problem);
  const places = errors.length > 1 ? errors.slice(0, MAX_PLACES) : [];
  return [
    mark(detailOf(problem, command)),
    ...places.map(
      (place) => `  ${oneLine(place.pointer)}: ${oneLine(inOwnWords(place, "detail"))}`,
    ),
    ...(errors.length > MAX_PLACES
      ? [`  ${words("and_more", { count: errors.length - MAX_PLACES })}`]
      : []),
    ...(decided === undefined
      ? []
      : [
          `  ${words("decided_before", {
            decision: words(`decision_${decisionWord(decided.decision)}`),
            by: decided.by,
            at: moment(decided.at),
            reason: decided.reason ?? decided.comment ?? "",
          })}`.trimEnd(),
        ]),
    ...(legal === undefined || legal.length === 0
      ? []
      : [`  ${words("takes_now", { words: legal.join(", ") })}`]),
    ...(hint === undefined ? [] : [`  ${oneLine(hint)}`]),
  ];
}

function decisionWord(decision: string): "approve" | "reject" | "edit" | "answer" {
  return decision === "reject" || decision === "edit" || decision === "answer"
    ? decision
    : "approve";
}

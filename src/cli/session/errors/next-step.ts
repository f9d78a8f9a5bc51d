import type { ToldProblem } from "../../../contract/problems/problem.ts";
import type { ProblemCode } from "../../../contract/tables/problems.ts";
import { planOf } from "../../../plan/views/holds/plan-of.ts";
import { USE_KEY, type Session } from "../session.ts";
import { commandLine, quoted } from "../typed-line.ts";

/** What a command was about, as far as it says. */
export interface About {
  /** The command as it was typed, without arguments: `todo skip`. */
  readonly command: string;
  readonly plan?: string | undefined;
  readonly hold?: string | undefined;
  readonly todo?: string | undefined;
  readonly webhook?: string | undefined;
  readonly template?: string | undefined;
  /** How what is to be typed next is said where it is not typed in a shell. */
  readonly toNext?: (next: string) => string;
  /** What was asked, once it is known. */
  readonly session?: Pick<Session, "url" | "project">;
}

const showPlan = ({ plan }: About): string =>
  plan === undefined ? "holdpoint plan list" : commandLine("plan show", [plan]);
const showHold = ({ hold }: About): string =>
  hold === undefined ? "holdpoint inbox" : commandLine("show", [hold]);
const history = ({ plan }: About): string =>
  plan === undefined ? "holdpoint plan list" : commandLine("history", [plan]);
const help = ({ command }: About): string => `holdpoint ${command} --help`.replace("  ", " ");
const doctor = (): string => "holdpoint doctor";
const useKey = (): string => USE_KEY;

/** The command for what the API advises about a todo whose hold is over. */
const AGAIN: Readonly<Record<string, string>> = {
  retry_asks_again: "todo retry",
  rerun_does_again: "todo rerun",
};

/** Whether a plan asks for people who have no keys here: nothing is wrong with how it is written. */
export function asksForKeys({ hint_said }: ToldProblem): boolean {
  return hint_said?.id === "make_key_for_each" || hint_said?.id === "key_for_name";
}

/**
 * What to type after a refusal; for codes that are not here, the command's own help. Undefined where no
 * command of the person's own helps.
 */
const STEPS: Partial<
  Record<ProblemCode, (about: About, problem: ToldProblem) => string | undefined>
> = {
  plan_not_found: () => "holdpoint plan list",
  todo_not_found: showPlan,
  todo_not_editable: (about) =>
    about.plan === undefined || about.todo === undefined
      ? showPlan(about)
      : commandLine("why", [about.plan, about.todo]),
  hold_not_found: () => "holdpoint inbox",
  template_not_found: () => "holdpoint template list",
  schedule_not_found: () => "holdpoint schedule list",
  illegal_transition: (about, { detail_said }) => {
    if (about.webhook === undefined) {
      return about.hold === undefined ? showPlan(about) : showHold(about);
    }
    const isOff = detail_said?.id === "webhook_is_disabled";
    return commandLine(isOff ? "webhook enable" : "webhook show", [about.webhook]);
  },
  plan_exists: () => "holdpoint plan list",
  plan_finished: showPlan,
  hold_already_decided: showHold,
  already_approved: showHold,
  not_an_approver: showHold,
  hold_withdrawn: showHold,
  hold_expired: (about, { hint_said }) => {
    const again = AGAIN[hint_said?.id ?? ""];
    const todo = hint_said?.values["id"];
    return again === undefined || about.hold === undefined || typeof todo !== "string"
      ? showHold(about)
      : commandLine(again, [planOf(about.hold), todo]);
  },
  hold_stale: (_, { successor }) =>
    successor === undefined ? "holdpoint inbox" : `holdpoint show ${successor}`,
  stale_plan_version: history,
  version_not_found: (about, { errors = [] }) =>
    about.plan !== undefined && errors.some(({ pointer }) => pointer === "/checkpoint_id")
      ? commandLine("checkpoint list", [about.plan])
      : history(about),
  nothing_changed: showPlan,
  invalid_answer: showHold,
  // Of a result: it is not there, or not all that was asked for.
  not_found: (about) =>
    about.plan === undefined || about.todo === undefined
      ? help(about)
      : commandLine("todo show", [about.plan, about.todo]),
  validation_failed: (about, problem) =>
    asksForKeys(problem)
      ? "holdpoint key list"
      : about.template === undefined || problem.hint_said?.id !== "template_lists_parameters"
        ? help(about)
        : commandLine("template show", [about.template]),
  invalid_command: (about, { hint_said }) =>
    hint_said?.id === "change_todo_then" ? "holdpoint todo set --help" : help(about),
  unknown_tool: () => "holdpoint tools",
  unauthenticated: useKey,
  key_expired: () => "holdpoint key add <name> --role <role>",
  key_revoked: () => "holdpoint key add <name> --role <role>",
  // Keys are made by an admin, on the machine that keeps them.
  forbidden: () => undefined,
  loosens_control: ({ plan }, { hint_said }) =>
    hint_said?.id === "loosens_who" || plan === undefined
      ? undefined
      : commandLine("inbox", [], `--plan ${quoted(plan)}`),
  keys_unreadable: () => "holdpoint key list",
  temporal_unavailable: doctor,
  temporal_refused: doctor,
  worker_unavailable: doctor,
  plan_stuck: ({ plan }) =>
    plan === undefined ? "holdpoint plan list" : commandLine("plan terminate", [plan]),
  other_instance: () => "holdpoint start",
  artifacts_unavailable: doctor,
  artifact_missing: doctor,
  internal_error: doctor,
  // What frees a disk or closes connections is no command of ours; the hint says it.
  storage_full: () => undefined,
  too_many_open_files: () => undefined,
};

/** What to type next after a problem; undefined where no command helps. */
export function nextStep(problem: ToldProblem, about: About): string | undefined {
  const step = STEPS[problem.code];
  return step === undefined ? help(about) : step(about, problem);
}

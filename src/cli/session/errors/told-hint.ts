import type { ToldProblem } from "../../../contract/problems/problem.ts";
import { adviceAlone } from "../../../contract/sentences/counts-once.ts";
import type { SentenceId } from "../../../contract/sentences/sentence.ts";
import { words } from "../../messages/i18n.ts";
import { inOwnWords, tellHere } from "../../messages/tell.ts";

/**
 * What the API advises that a person can do at the terminal, too. The other hints speak to programs: of
 * routes, fields of a request, and the sending of requests.
 */
const FOR_PEOPLE: ReadonlySet<string> = new Set<SentenceId>([
  "cancel_instead",
  "cancel_or_wait",
  "change_configuration",
  "change_todo_then",
  "configure_model",
  "correct_args",
  "cron_days",
  "cron_five_fields",
  "cron_timezone",
  "decider_may_undo",
  "delete_schedules_first",
  "extend_later",
  "fewer_connections",
  "free_space",
  "give_key",
  "key_for_name",
  "look_or_fork",
  "loosens_locked",
  "loosens_who",
  "make_key_for_each",
  "mend_other_code",
  "only_answered_hint",
  "pause_then_restore",
  "remove_a_webhook",
  "reopen_or_fork",
  "replace_first_key",
  "replan_later",
  "retry_or_unlink",
  "rotate_later",
  "run_or_unlink",
  "sessions_full_hint",
  "wait_for_end",
  "wait_seconds",
  "wait_then_run",
]);

/** What a person can do about a refusal, as the API says it; undefined where it says so to programs only. */
export function hintOf(problem: ToldProblem): string | undefined {
  const { hint_said } = problem;
  if (hint_said?.id === "ask_for_role") {
    return words("ask_admin_for_role", { role: hint_said.values["role"] as string });
  }
  if (hint_said === undefined) return undefined;
  const advice = adviceAlone(hint_said);
  if (!FOR_PEOPLE.has(advice.id)) return undefined;
  return advice === hint_said ? inOwnWords(problem, "hint") : tellHere(advice);
}

/**
 * What is wrong. A lacking role is told with what the person typed: the API names the route, which nobody
 * typed.
 * @param command as it was typed, where that is known: `todo skip`.
 */
export function detailOf(problem: ToldProblem, command?: string): string {
  const said = problem.detail_said;
  if (said?.id !== "needs_role") return inOwnWords(problem, "detail");
  const { role = "", who = "", roles = "" } = said.values;
  const values = { role: tellHere(role), who: tellHere(who), roles: tellHere(roles) };
  const what = command === undefined ? undefined : `\`holdpoint ${command}\``;
  return what === undefined
    ? words("this_needs_role", values)
    : words("command_needs_role", { ...values, what });
}

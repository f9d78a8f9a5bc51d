import type {
  Choice,
  Choices,
  Consequences,
  TimeoutPreview,
} from "../../../contract/plan/holds/choices.ts";
import type { Hold } from "../../../contract/plan/holds/hold.ts";
import { isOfCall } from "../../../plan/views/holds/is-of-call.ts";
import { needsMoreThanOne } from "../../../plan/views/holds/needed-approvals.ts";
import { words } from "../../messages/i18n.ts";
import { span } from "../../messages/span.ts";
import { asTyped } from "../../session/typed-line.ts";
import { dim } from "../../terminal/colors.ts";
import { oneLine } from "../../terminal/printable.ts";
import { moment } from "../../terminal/time.ts";
import { pad, widthOf, wrapWords } from "../../terminal/width.ts";
import { listedTitles } from "./listed-titles.ts";
import { unawaitedLine } from "./unawaited-line.ts";

/** What a choice would stop, start and ask, in a line each; none when it changes nothing else. */
export function consequenceLines(follows: Consequences): string[] {
  const { stops, starts, unawaited, asks, may_run_again, plan_ends } = follows;
  return [
    ...(stops.length === 0 ? [] : [words("choice_stops", { todos: listedTitles(stops) })]),
    ...(starts.length === 0 ? [] : [words("choice_starts", { todos: listedTitles(starts) })]),
    ...unawaited.map(({ about, todos }) => unawaitedLine(about.title, todos)),
    ...(asks.length === 0 ? [] : [words("choice_asks", { todos: listedTitles(asks) })]),
    ...(may_run_again.length === 0
      ? []
      : [words("choice_may_run_again", { todos: listedTitles(may_run_again) })]),
    ...(plan_ends === null ? [] : [words("choice_ends", { status: words(`plan_${plan_ends}`) })]),
  ];
}

/**
 * What each decision on a hold would do, or none in time, for whoever is about to decide.
 * @param columns terminals break lines within words: nothing is longer.
 * @param mayExtend whether they may give it more time.
 */
export function choiceLines(
  hold: Hold,
  { choices, timeout }: Choices,
  columns: number,
  mayExtend: boolean,
): string[] {
  const shown = choices
    // Other arguments run instead: the same todos follow.
    .filter(({ choice }) => choice !== "edit")
    .map((one) => ({
      name: nameOf(one, hold),
      lines:
        one.choice === "approve" && needsMoreThanOne(hold.needs)
          ? [words("choice_needs_more")]
          : consequenceLines(one),
    }));
  const width = Math.max(0, ...shown.map(({ name }) => widthOf(name)));
  return [
    words("choices_follow"),
    ...shown.flatMap(({ name, lines }) => {
      const text = lines.join("; ") || words("choice_nothing");
      return wrapWords(`  ${dim(pad(name, width))} ${text}`, columns, " ".repeat(width + 3));
    }),
    ...timeoutLines(timeout, isOfCall(hold)).flatMap((line) => wrapWords(line, columns)),
    ...(timeout !== null && mayExtend
      ? [dim(words("more_time", { next: asTyped(`holdpoint extend ${hold.id} 1d`) }))]
      : []),
    "",
  ];
}

/**
 * When a hold stops waiting, and what happens then; no line for one that waits as long as it takes.
 * @param ofCall an agent asks: nothing is skipped.
 */
export function timeoutLines(timeout: TimeoutPreview | null, ofCall = false): string[] {
  if (timeout === null) return [];
  const { at } = timeout;
  const then = outcomeOf(timeout, ofCall);
  const first =
    at === null ? words("timeout_paused", { then }) : words("timeout_at", { at: moment(at), then });
  return [[first, ...consequenceLines(timeout)].join("; ")];
}

function outcomeOf({ action, to = "", seconds = null }: TimeoutPreview, ofCall: boolean): string {
  if (action !== "escalate") {
    return words(ofCall && action === "skip" ? "timeout_then_refused" : `timeout_then_${action}`);
  }
  const who = { to: oneLine(to) };
  return seconds === null
    ? words("timeout_then_last", who)
    : words("timeout_then_escalate", { ...who, time: span(seconds * 1_000) });
}

/** What something does to others, and whether it is meant. */
export function questionAbout(lines: readonly string[], sure: string): string {
  return [...lines.map((line) => `${capitalized(line)}.`), sure].join(" ");
}

/** The choice that a rejection makes, when the hold takes it. */
export function rejectionOf(
  { on_reject, todo_id }: Hold,
  choices: readonly Choice[],
  then: Choice["then"] = on_reject,
): Choice | undefined {
  return choices.find((one) => one.choice === "reject" && (todo_id === null || one.then === then));
}

/** Whether a choice stops or starts other todos, or may start them again, than the one that is decided about. */
export function touchesOthers(
  { stops, starts, unawaited, may_run_again }: Consequences,
  todoId?: string | null,
): boolean {
  const others = [
    ...stops,
    ...starts,
    ...may_run_again,
    ...unawaited.flatMap(({ todos }) => todos),
  ];
  return others.some(({ id }) => id !== todoId);
}

function nameOf({ choice, then, approval }: Choice, { on_reject }: Hold): string {
  if (approval !== null) return `${choice} --each`;
  return then === null || then === on_reject ? choice : `${choice} --then ${then}`;
}

const capitalized = (line: string): string => line.charAt(0).toUpperCase() + line.slice(1);

import type { ReactNode } from "react";
import type {
  Choice,
  Choices,
  Consequences,
  TimeoutPreview,
} from "../../contract/plan/holds/choices.ts";
import type { Hold } from "../../contract/plan/holds/hold.ts";
import { isOfCall } from "../../plan/views/holds/is-of-call.ts";
import { needsMoreThanOne } from "../../plan/views/holds/needed-approvals.ts";
import { cutText } from "../../text/cut-text.ts";
import { useMoment } from "../session/use-moment.ts";
import { spanOf } from "../words/times.ts";
import { MOST_TITLES, titlesText } from "../words/titles-text.ts";
import { useSpeech, type Speech } from "../words/words.ts";

/** Of an answer; the whole one stands in its field. */
const MOST_SIGNS = 120;

/** What may become of other todos, in the order in which it is told. */
const PARTS = ["starts", "stops", "asks", "may_run_again"] as const;

/** What something does to other todos, in a line. */
export function consequenceText(
  consequences: Consequences,
  { words }: Pick<Speech, "words">,
): string {
  if (changesNothing(consequences)) return words("choice_nothing");
  const { plan_ends } = consequences;
  return [
    ...PARTS.filter((part) => consequences[part].length > 0).map((part) =>
      words(`choice_${part}`, {
        todos: titlesText(
          consequences[part].map(({ title }) => title),
          words,
          MOST_TITLES,
        ),
      }),
    ),
    ...(plan_ends === null ? [] : [words("choice_ends", { status: words(`plan_${plan_ends}`) })]),
  ].join(" · ");
}

/** What happens by itself when nobody decides in time; of a question's default, which answer it is. */
export function timeoutText(
  { action, to = "", seconds = null }: Pick<TimeoutPreview, "action" | "to" | "seconds">,
  hold: Pick<Hold, "input_request" | "asked_by" | "kind">,
  { words }: Pick<Speech, "words">,
): string {
  if (action === "escalate") {
    return seconds === null
      ? words("timeout_last", { to })
      : words("timeout_escalate", { to, span: spanOf(seconds * 1_000, words) });
  }
  // An agent is told that nobody decided; nothing is skipped.
  if (action === "skip" && isOfCall(hold)) return words("timeout_call");
  const answer = hold.input_request?.default;
  if (action !== "approve" || answer === undefined) return words(`timeout_${action}`);
  const text = typeof answer === "string" ? answer : JSON.stringify(answer);
  return words("timeout_answer", { answer: cutText(text, MOST_SIGNS) });
}

/** What people call a choice. */
function choiceName(
  { choice, then, approval }: Pick<Choice, "choice" | "then" | "approval">,
  { kind, on_reject }: Pick<Hold, "kind" | "on_reject">,
  { words }: Pick<Speech, "words">,
): string {
  switch (choice) {
    case "approve":
      if (approval !== null) return words("approve_each");
      return words(kind === "recovery" ? "retry" : "approve");
    case "reject": {
      const name = words("reject");
      return then === null || then === on_reject ? name : `${name}: ${words(`then_${then}`)}`;
    }
    case "edit":
      return words("choice_edit");
    case "answer":
      return words("choice_answer");
    case "withdraw":
      return words("withdraw");
    case "skip":
    case "retry":
    case "rerun":
    case "halt":
      return words(choice);
  }
}

/** What each decision would start and stop, and what happens when nobody decides. */
export function ChoiceTable({
  hold,
  choices: { choices, timeout },
}: {
  readonly hold: Hold;
  readonly choices: Choices;
}) {
  const speech = useSpeech();
  const { words } = speech;
  const moment = useMoment();
  // Other arguments run instead, and the same todos follow; other rejections are told where one is chosen.
  const shown = choices.filter(
    ({ choice, then }) =>
      choice !== "edit" &&
      choice !== "withdraw" &&
      (choice !== "reject" || then === null || then === hold.on_reject),
  );
  if (timeout === null && shown.every(changesNothing)) {
    return <p className="text-soft">{words("choices_nothing")}</p>;
  }
  return (
    <dl className="grid grid-cols-1 gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)] sm:gap-y-2">
      {shown.map((choice) => (
        <Row
          key={`${choice.choice}-${choice.then ?? choice.approval ?? ""}`}
          name={choiceName(choice, hold, speech)}
        >
          {choice.choice === "approve" && needsMoreThanOne(hold.needs)
            ? words("choice_needs_more")
            : consequenceText(choice, speech)}
        </Row>
      ))}
      {timeout !== null && (
        <Row name={words("choice_timeout")}>
          {timeout.at !== null && `${moment(timeout.at)}: `}
          {timeoutText(timeout, hold, speech)} · {consequenceText(timeout, speech)}
        </Row>
      )}
    </dl>
  );
}

/** Whether a choice does nothing to other todos that run, wait or would be asked about. */
export function changesNothing(consequences: Consequences): boolean {
  return PARTS.every((part) => consequences[part].length === 0) && consequences.plan_ends === null;
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="font-medium">{name}</dt>
      <dd className="mb-2 text-soft sm:mb-0">{children}</dd>
    </>
  );
}

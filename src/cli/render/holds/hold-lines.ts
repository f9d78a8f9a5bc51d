import type { Choice } from "../../../contract/plan/holds/choices.ts";
import type {
  Deciding,
  Decision,
  Hold,
  HoldDetail,
  KeptValue,
} from "../../../contract/plan/holds/hold.ts";
import type { InputRequest } from "../../../contract/plan/todo.ts";
import { QUESTION_KINDS, type InputType } from "../../../contract/tables/vocabulary.ts";
import type { Json } from "../../../contract/text.ts";
import { formFields } from "../../../json/form-fields.ts";
import { maskSeals } from "../../../json/seals.ts";
import { isOfCall } from "../../../plan/views/holds/is-of-call.ts";
import { isApprovedInPart, neededApprovals } from "../../../plan/views/holds/needed-approvals.ts";
import { startedAgent } from "../../../plan/views/holds/started-agent.ts";
import { takesOf } from "../../input/answers/form-fields.ts";
import { words } from "../../messages/i18n.ts";
import { span } from "../../messages/span.ts";
import { inOwnWords, tellHere } from "../../messages/tell.ts";
import { nextLine } from "../../session/errors/report-cli-error.ts";
import { asTyped } from "../../session/typed-line.ts";
import { bold, dim } from "../../terminal/colors.ts";
import { oneLine, printable } from "../../terminal/printable.ts";
import { exactMoment, moment } from "../../terminal/time.ts";
import { pad, widthOf } from "../../terminal/width.ts";
import { shortHold } from "./reasons.ts";

/** So many lines of an argument are shown where one can ask for more. */
export const PREVIEW_LINES = 24;
/** A value of so many characters stands beside its name. */
export const SHORT = 100;

/**
 * What a person decides on: everything that will happen, exactly.
 * @param maxLines how many lines of one argument are shown.
 * @param became what became of one that is over, where more is known than its status.
 */
export function holdLines(
  hold: Hold | HoldDetail,
  maxLines = PREVIEW_LINES,
  became?: string,
): string[] {
  const message = inOwnWords(hold, "message");
  const { title, args, digest, decision, input_request } = hold;
  const input = Object.entries(hold.input_data ?? {}).map(
    ([name, value]) => [`input_data.${name}`, value] as const,
  );
  const fields = formFields(input_request?.schema ?? {}).map(({ name }) => name);
  const names = [
    ...Object.keys(args ?? {}),
    ...input.map(([name]) => name),
    ...fields,
    words("field_digest"),
    words("field_until"),
  ];
  const width = Math.min(16, Math.max(7, ...names.map(widthOf)));
  const field = fieldIn(width);
  const until = untilText(hold);
  const asks =
    hold.status === "open" ? words(`asks_${hold.kind}`) : (became ?? words(`hold_${hold.status}`));
  return [
    "",
    bold(`${oneLine(title)} — ${asks}`),
    ...(message === "" ? [] : [printable(message)]),
    "",
    ...workLines(hold, field),
    ...(hold.irreversible === true ? [bold(words("irreversible"))] : []),
    ...(hold.required_by === "tool" ? [words("required_by_tool")] : []),
    ...askingLines(hold, field),
    ...questionLines(input_request, field),
    ...[...Object.entries(args ?? {}), ...input].flatMap(([name, value]) =>
      argumentLines(name, value, maxLines, field),
    ),
    ...("secrets" in hold ? hold.secrets : []).map((pointer) =>
      nextLine(`holdpoint reveal ${hold.id} ${pointer}`),
    ),
    ...("kept_values" in hold ? hold.kept_values : []).flatMap((kept) => keptLines(hold.id, kept)),
    ...(hold.output_path === null ? [] : [field(words("field_output"), oneLine(hold.output_path))]),
    field(words("field_digest"), digest),
    ...neededApprovals(hold.status === "open" ? hold.needs : undefined).map((needed) =>
      field(words("field_approvals"), oneLine(tellHere(needed))),
    ),
    ...(hold.assignee === null ? [] : [field(words("field_for"), oneLine(hold.assignee))]),
    ...(hold.status === "open"
      ? [field(words(hold.deciding === null ? "field_until" : "field_decided"), until)]
      : []),
    ...nextLines(hold, field),
    ...(isUndecided(hold) && hold.kind !== "proposal" && !QUESTION_KINDS.includes(hold.kind)
      ? [field(words("field_reject"), words(rejecting(hold)))]
      : []),
    ...(decision === null ? [] : [field(words("field_decided"), decisionText(decision))]),
    ...editedLines(hold, maxLines),
    "",
  ];
}

/** What a rejection does: of a plan's review, to the plan. */
function rejecting(hold: Hold | HoldDetail) {
  if (hold.kind === "plan_review") return "rejecting_review";
  return isOfCall(hold) ? "rejecting_call" : (`rejecting_${hold.on_reject}` as const);
}

/** What does the work once this is approved: a tool, or an agent; an approval may want no more than a word. */
function workLines(hold: Hold | HoldDetail, field: Field): string[] {
  const agent = startedAgent(hold);
  if (agent !== null) return [field(words("field_agent"), oneLine(agent))];
  if (hold.tool_name !== null) return [field(words("field_tool"), oneLine(hold.tool_name))];
  return hold.kind === "approval" ? [field(words("field_tool"), words("no_tool"))] : [];
}

/** The agent that asks, and what it wrote beside: shown as its words, not as ours. */
function askingLines({ asked_by }: Hold | HoldDetail, field: Field): string[] {
  if (asked_by === null) return [];
  const { agent_name, question, context, suggested_answers } = asked_by;
  return [
    field(words("field_agent"), oneLine(agent_name)),
    ...(question === undefined ? [] : [field(words("field_own_words"), oneLine(question))]),
    ...(context === null ? [] : [field(words("field_context"), oneLine(context))]),
    ...suggested_answers.map((answer) => field(words("field_suggested"), oneLine(answer))),
  ];
}

/** What stands by reference: what it is, how it begins and ends, and how to read all of it. */
function keptLines(holdId: string, kept: KeptValue): string[] {
  const { pointer, bytes, digest, media_type, head, tail } = kept;
  if (bytes === null || digest === null) {
    return [`${bold(oneLine(pointer))} ${words("kept_missing")}`];
  }
  const part = (text: string | null): string[] =>
    text === null || text === ""
      ? []
      : printable(text)
          .split("\n")
          .map((line) => `  ${dim("│")} ${line}`);
  return [
    `${bold(oneLine(pointer))} ${words("kept_value", { bytes, type: oneLine(media_type ?? "") })}`,
    `  ${digest}`,
    ...part(head),
    ...(tail === "" ? [] : [`  ${dim("│ …")}`]),
    ...part(tail),
    `  ${dim(words("kept_whole", { next: asTyped(`holdpoint show ${holdId} --arguments --at ${pointer}`) }))}`,
  ];
}

/** The arguments as an edit left them; they run once the decision takes effect. */
export function editedLines(
  hold: Pick<Hold, "decision" | "deciding"> | undefined,
  maxLines = PREVIEW_LINES,
): string[] {
  const args = Object.entries((hold?.decision ?? hold?.deciding)?.args ?? {});
  const width = Math.max(...args.map(([name]) => widthOf(name)));
  const field = fieldIn(width);
  return args.flatMap(([name, value]) => argumentLines(name, value, maxLines, field));
}

/** Who decided what and when, and what they said about it. */
export function decisionText({ decision, by, at, ...said }: Decision): string {
  const values = { decision: words(`decision_${decision}`), by, at: moment(at) };
  const asksMore = said.approval === undefined ? undefined : words("decided_each");
  const lines =
    said.lines === undefined
      ? undefined
      : words("decided_lines", { count: said.lines.length, lines: said.lines.join(", ") });
  const remarks = [asksMore, lines, said.reason, said.comment].filter(
    (remark) => remark !== undefined,
  );
  return [words("decided_by", values), ...remarks.map(oneLine)].join(" — ");
}

/** Whether a hold still asks: nobody has decided it, not even to take effect later. */
export function isUndecided({ status, deciding }: Pick<Hold, "status" | "deciding">): boolean {
  return status === "open" && deciding === null;
}

/** What an approval has done: most let something run, some are one of several. */
export function approvedText(hold: Hold | undefined, title: string): string {
  const about = { title: oneLine(title) };
  if (!isApprovedInPart(hold)) return words("told_approve", about);
  const { given, approvals } = hold.needs;
  return words("told_approve_shared", { ...about, given: given.length, approvals });
}

/** A decision that is made and has not taken effect. */
export function decidingText({ decision, by, takes_effect_at }: Deciding): string {
  const values = { decision: words(`decision_${decision}`), by, at: exactMoment(takes_effect_at) };
  return words("takes_effect", values);
}

/** The same in a line about something else, with the hold; empty where nothing is decided. */
export function decidingNote({ id, deciding }: Pick<Hold, "id" | "deciding">): string {
  return deciding === null ? "" : `${decidingText(deciding)} (${shortHold(id)})`;
}

/** How long the hold waits, and what follows by itself. */
function untilText(hold: Hold): string {
  const { deadline_at, remaining_ms, deciding } = hold;
  if (deciding !== null) return decidingText(deciding);
  const then = timeoutWord(hold, isOfCall(hold));
  if (deadline_at !== null) return words("until_then", { at: moment(deadline_at), then });
  return remaining_ms === null
    ? words("no_deadline")
    : words("until_resumed", { left: span(remaining_ms), then });
}

/** What happens by itself once the time is over. @param ofCall an agent asks: nothing is skipped. */
export function timeoutWord(
  { escalates_to: [to] = [], on_timeout }: Pick<Hold, "escalates_to" | "on_timeout">,
  ofCall: boolean,
): string {
  if (to !== undefined) return words("timeout_escalate", { to: oneLine(to) });
  return words(ofCall && on_timeout === "skip" ? "timeout_call" : `timeout_${on_timeout}`);
}

/** Who is asked next, one after the other, and what happens once nobody of them has decided. */
function nextLines(hold: Hold, field: Field): string[] {
  const { escalates_to = [], on_timeout } = hold;
  if (escalates_to.length === 0) return [];
  const then = timeoutWord({ on_timeout }, isOfCall(hold));
  const names = oneLine(escalates_to.join(", "));
  return [field(words("field_next"), words("next_then", { names, then }))];
}

/** What stands behind the hold in a command that answers it; a form is asked for field by field. */
const ANSWERS = {
  text: " <value>",
  choice: " <value>",
  number: " <value>",
  form: "",
  file: " --file <path>",
} as const satisfies Record<InputType, string>;

/**
 * What a person may type to decide an open hold, or to take back a decision that has not taken effect.
 * @param choices what the plan takes now, where that is known.
 */
export function waysToDecide(
  {
    kind,
    id,
    input_request,
    deciding,
  }: Pick<Hold, "kind" | "id" | "deciding"> & Partial<Pick<Hold, "input_request">>,
  choices?: readonly Choice[],
): string[] {
  if (deciding !== null) return [asTyped(`holdpoint undo ${id}`)];
  if (QUESTION_KINDS.includes(kind)) {
    const value = input_request == null ? "" : ANSWERS[input_request.input_type];
    return [asTyped(`holdpoint answer ${id}${value}`)];
  }
  const takes = (word: Choice["choice"]): boolean =>
    choices === undefined || choices.some(({ choice }) => choice === word);
  return [
    ...(takes("approve") ? [`holdpoint approve ${id}`] : []),
    ...(kind === "plan_review" && choices?.some(({ approval }) => approval === "every_todo")
      ? [`holdpoint approve ${id} --each`]
      : []),
    ...(kind === "proposal" ? [`holdpoint approve ${id} --lines 1`] : []),
    ...(takes("reject") ? [`holdpoint reject ${id} --reason "…"`] : []),
  ].map(asTyped);
}

export type Field = (name: string, value: string) => string;

/** Writes values beside their names, which take so many columns. */
export function fieldIn(width: number): Field {
  return (name, value) => `${dim(pad(oneLine(name), width))} ${value}`;
}

/** What an answer has to be. */
export function questionLines(request: InputRequest | null, field: Field): string[] {
  if (request === null) return [];
  const { input_type, options = [], default: preset, schema } = request;
  return [
    field(words("field_answer"), words(`input_${input_type}`)),
    ...options.map((option, place) => field("", `${place + 1}. ${oneLine(option)}`)),
    ...(preset === undefined ? [] : [field(words("field_usual"), oneLine(JSON.stringify(preset)))]),
    ...formFields(schema ?? {}).map(({ name, label, description, schema: one, required }) =>
      field(
        name,
        [
          label === name ? "" : oneLine(label),
          oneLine(takesOf(one)),
          required ? "" : words("form_optional"),
          oneLine(description),
        ]
          .filter((part) => part !== "")
          .join("; "),
      ),
    ),
  ];
}

/** A value as lines: short ones beside their name, longer ones below it. */
export function argumentLines(name: string, value: Json, maxLines: number, field: Field): string[] {
  const written = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const text = printable(maskSeals(written, words("masked_secret")));
  const lines = text.split("\n");
  if (lines.length === 1 && text.length <= SHORT) return [field(name, text)];
  const more = lines.length - maxLines;
  return [
    field(name, words("long_argument", { characters: text.length, lines: lines.length })),
    ...lines.slice(0, maxLines).map((line) => `  ${dim("│")} ${line}`),
    ...(more > 0 ? [`  ${dim(`│ ${words("more_lines", { count: more })}`)}`] : []),
  ];
}

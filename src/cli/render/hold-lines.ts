import type { Hold } from "../../contract/hold.ts";
import type { Json } from "../../contract/text.ts";
import type { InputRequest } from "../../contract/todo.ts";
import type { Words } from "../messages/words.ts";
import { bold, dim } from "./colors.ts";
import { oneLine, printable } from "./printable.ts";
import { moment, span } from "./time.ts";
import { pad, widthOf } from "./width.ts";

const PREVIEW_LINES = 24;
const SHORT = 100;

/**
 * What a person decides on: everything that will happen, exactly.
 * @param most how many lines of one argument are shown.
 */
export function holdLines(hold: Hold, words: Words, most = PREVIEW_LINES): string[] {
  const { title, message, tool_name, args, digest, decision, input_request } = hold;
  const names = [...Object.keys(args ?? {}), words("field_digest"), words("field_until")];
  const width = Math.min(16, Math.max(7, ...names.map(widthOf)));
  const field = (name: string, value: string): string =>
    `${dim(pad(oneLine(name), width))} ${value}`;
  const until = untilText(hold, words);
  const asks = hold.status === "open" ? words(`asks_${hold.kind}`) : words(`hold_${hold.status}`);
  return [
    "",
    bold(`${oneLine(title)} — ${asks}`),
    ...(message === null ? [] : [printable(message)]),
    "",
    ...(hold.kind === "input"
      ? []
      : [field(words("field_tool"), oneLine(tool_name ?? words("no_tool")))]),
    ...questionLines(input_request, field, words),
    ...Object.entries(args ?? {}).flatMap(([name, value]) =>
      argumentLines(name, value, most, field, words),
    ),
    field(words("field_digest"), digest),
    ...(hold.assignee === null ? [] : [field(words("field_for"), oneLine(hold.assignee))]),
    ...(hold.status === "open" ? [field(words("field_until"), until)] : []),
    ...(hold.status === "open" && hold.kind !== "input"
      ? [field(words("field_reject"), words(`rejecting_${hold.on_reject}`))]
      : []),
    ...(decision === null
      ? []
      : [
          field(
            words("field_decided"),
            words("decided_by", {
              decision: words(`decision_${decision.decision}`),
              by: decision.by,
              at: moment(decision.at),
            }),
          ),
          ...[decision.reason, decision.comment]
            .filter((said) => said !== undefined)
            .map((said) => field("", oneLine(said))),
        ]),
    "",
  ];
}

/** How long the hold waits, and what follows by itself. */
function untilText({ deadline_at, remaining_ms, on_timeout }: Hold, words: Words): string {
  const then = words(`timeout_${on_timeout}`);
  if (deadline_at !== null) return words("until_then", { at: deadline_at, then });
  return remaining_ms === null
    ? words("no_deadline")
    : words("until_resumed", { left: span(remaining_ms), then });
}

/** What a person may type to decide an open hold. */
export function waysToDecide({ kind, id }: Pick<Hold, "kind" | "id">): string[] {
  return kind === "input"
    ? [`holdpoint answer ${id} <value>`]
    : [`holdpoint approve ${id}`, `holdpoint reject ${id} --reason "…"`];
}

type Field = (name: string, value: string) => string;

function questionLines(request: InputRequest | null, field: Field, words: Words): string[] {
  if (request === null) return [];
  const { input_type, options = [], default: usual, schema } = request;
  return [
    field(words("field_answer"), words(`input_${input_type}`)),
    ...options.map((option, place) => field("", `${place + 1}. ${oneLine(option)}`)),
    ...(usual === undefined ? [] : [field(words("field_usual"), oneLine(JSON.stringify(usual)))]),
    ...(schema === undefined
      ? []
      : argumentLines(words("field_form"), schema, Infinity, field, words)),
  ];
}

function argumentLines(
  name: string,
  value: Json,
  most: number,
  field: Field,
  words: Words,
): string[] {
  const text = printable(typeof value === "string" ? value : JSON.stringify(value, null, 2));
  const lines = text.split("\n");
  if (lines.length === 1 && text.length <= SHORT) return [field(name, text)];
  const more = lines.length - most;
  return [
    field(name, words("long_argument", { characters: text.length, lines: lines.length })),
    ...lines.slice(0, most).map((line) => `  ${dim("│")} ${line}`),
    ...(more > 0 ? [`  ${dim(`│ ${words("more_lines", { count: more })}`)}`] : []),
  ];
}

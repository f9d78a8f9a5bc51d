import type { Key } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import { isCancel, select, text } from "@clack/prompts";
import type { Choice } from "../../../contract/plan/holds/choices.ts";
import type { DecisionInput, Hold } from "../../../contract/plan/holds/hold.ts";
import type { Json, JsonObject } from "../../../contract/text.ts";
import { formFields } from "../../../json/form-fields.ts";
import { looksSealed } from "../../../json/seals.ts";
import { askAnswer } from "../../input/answers/ask-answer.ts";
import { editText } from "../../input/edit-text.ts";
import { words } from "../../messages/i18n.ts";
import { askedLines, type Asked } from "../../render/holds/asked-lines.ts";
import { consequenceLines, rejectionOf } from "../../render/holds/choice-lines.ts";
import { holdLines } from "../../render/holds/hold-lines.ts";
import type { Session } from "../../session/session.ts";
import { isTerminalClosed } from "../../terminal/closed-terminal.ts";
import { print, talk } from "../../terminal/output.ts";
import { oneLine } from "../../terminal/printable.ts";

/**
 * Asks the person at the terminal to decide a hold.
 * @param choices what each decision would stop and start.
 * @param asked what it asks about besides what stands on it.
 * @param signal ends the question, as when somebody else has decided.
 * @returns the decision; `stop` on Ctrl-C; null when `signal` ended the question.
 */
export function askDecision(
  hold: Hold,
  choices: readonly Choice[],
  asked: Asked,
  signal: AbortSignal,
): Promise<DecisionInput | "stop" | null> {
  return untilLeft(signal, (leaving) => askUntilDecided(hold, choices, asked, leaving));
}

/**
 * Asks the person at the terminal for the answer to a question.
 * @returns as `askDecision` does.
 */
export function askForAnswer(
  session: Session,
  hold: Hold,
  signal: AbortSignal,
): Promise<DecisionInput | "stop" | null> {
  return untilLeft(signal, async (leaving) => {
    const ask = async (question: string): Promise<string> => {
      for (;;) {
        const line = await text({ message: oneLine(question), signal: leaving });
        leaving.throwIfAborted();
        // Escape leaves nothing here: there is nothing to go back to.
        if (!isCancel(line)) return line ?? "";
      }
    };
    const isPlain = formFields(hold.input_request?.schema ?? {}).length === 0;
    try {
      const value = await askAnswer(session, hold, {
        ask: (question) => ask(isPlain ? words("ask_your_answer") : question),
        tell: (line) => print(line),
      });
      return { decision: "answer", value, digest: hold.digest };
    } catch (error) {
      if (leaving.aborted) return null;
      throw error;
    }
  });
}

/** Has a prompt end when the person leaves or `signal` ends it. */
async function untilLeft(
  signal: AbortSignal,
  prompt: (leaving: AbortSignal) => Promise<DecisionInput | "stop" | null>,
): Promise<DecisionInput | "stop" | null> {
  // The prompts answer Escape and Ctrl-C alike; inside a question, Escape only goes back.
  const leaving = new AbortController();
  const watchKeys = (_text: string, key: Key | undefined): void => {
    if (key?.ctrl === true && key.name === "c") leaving.abort();
  };
  // Nobody hears the prompts' lines fail when their terminal is closed.
  const watchTerminal = (error: Error): void => {
    if (!isTerminalClosed()) throw error;
    leaving.abort();
  };
  process.stdin.on("keypress", watchKeys);
  process.on("uncaughtException", watchTerminal);
  try {
    const decision = await prompt(AbortSignal.any([signal, leaving.signal]));
    return leaving.signal.aborted ? "stop" : decision;
  } finally {
    process.stdin.off("keypress", watchKeys);
    process.off("uncaughtException", watchTerminal);
  }
}

async function askUntilDecided(
  hold: Hold,
  choices: readonly Choice[],
  asked: Asked,
  signal: AbortSignal,
): Promise<DecisionInput | "stop" | null> {
  const rejection = rejectionOf(hold, choices);
  const stops = rejection === undefined ? [] : consequenceLines(rejection);
  for (;;) {
    const choice = await select({
      message: words("ask_decision"),
      options: [
        { value: "approve", label: words("ask_approve"), hint: words("ask_approve_hint") },
        ...(hold.args === null
          ? []
          : [{ value: "edit", label: words("ask_edit"), hint: words("ask_edit_hint") }]),
        { value: "reject", label: words("ask_reject"), hint: stops.join("; ") },
        { value: "show", label: words("ask_show") },
      ],
      signal,
    });
    if (signal.aborted) return null;
    if (isCancel(choice)) return "stop";
    if (choice === "show") {
      print(...holdLines(hold, Infinity), ...askedLines(asked, Infinity));
    } else if (choice === "approve") {
      return { decision: "approve", digest: hold.digest };
    } else {
      const decision =
        choice === "edit" ? await askEdit(hold, signal) : await askReason(hold, signal);
      if (signal.aborted) return null;
      if (decision !== null) return decision;
    }
  }
}

async function askReason(hold: Hold, signal: AbortSignal): Promise<DecisionInput | null> {
  const reason = await text({ message: words("ask_reason"), signal });
  if (isCancel(reason)) return null;
  return {
    decision: "reject",
    digest: hold.digest,
    ...(reason !== undefined && reason !== "" && { reason }),
  };
}

async function askEdit(hold: Hold, signal: AbortSignal): Promise<DecisionInput | null> {
  const args = hold.args ?? {};
  const name = await select({
    message: words("ask_argument"),
    options: Object.entries(args).map(([key, value]) => ({
      value: key,
      label: oneLine(key),
      hint: hintOf(value),
    })),
    signal,
  });
  if (isCancel(name)) return null;
  const old = args[name] ?? null;
  if (looksSealed(old)) {
    // Nobody mends a secret that they do not see: they write another one.
    const another = await askLine(name, "", signal);
    if (another === null || another === "") return null;
    return { decision: "edit", args: { [name]: another }, digest: hold.digest };
  }
  // What a terminal would not show as it is, is for the editor.
  const short = typeof old === "string" && old.length <= 200 && oneLine(old) === old;
  const edited = short ? await askLine(name, old, signal) : await editValue(old);
  // What was not changed was not edited: approving is another choice.
  if (edited === null || isDeepStrictEqual(edited, old)) return null;
  const changed: JsonObject = { ...args, [name]: edited };
  return { decision: "edit", args: changed, digest: hold.digest };
}

async function askLine(name: string, old: string, signal: AbortSignal): Promise<string | null> {
  const line = await text({ message: oneLine(name), initialValue: old, signal });
  return isCancel(line) ? null : line;
}

/** Opens the person's editor on a value: a text as it is, anything else as JSON. Null for no edit. */
async function editValue(old: Json): Promise<Json> {
  if (typeof old === "string") return editText(old, "argument.md");
  const written = await editText(JSON.stringify(old, null, 2), "argument.json");
  try {
    return written === null ? null : (JSON.parse(written) as Json);
  } catch (error) {
    talk(words("edited_no_json", { why: String(error) }));
    return null;
  }
}

function hintOf(value: Json): string {
  const line = typeof value === "string" ? value : JSON.stringify(value);
  return line.length <= 40 && !line.includes("\n")
    ? oneLine(line)
    : words("ask_opens_editor", { count: line.length });
}

import type { Problem, ProblemDetail } from "../contract/problem.ts";
import type { Json, JsonObject } from "../contract/text.ts";
import {
  DECISIONS,
  ERROR_TYPES,
  LIMITS,
  REJECT_ACTIONS,
  type DecisionWord,
  type ErrorType,
  type RejectAction,
} from "../contract/vocabulary.ts";
import { jsonMistake } from "./json-mistake.ts";
import { toPointer } from "./json-pointer.ts";

/** The messages that people send to a plan; each is a Signal and an Update of this name. */
export const MESSAGE_NAMES = ["approval", "input", "pause", "resume", "cancel"] as const;
export type MessageName = (typeof MESSAGE_NAMES)[number];

/** What every person's command carries. */
interface Sent {
  readonly by: string;
  readonly command_id: string;
}

export interface ApprovalCommand extends Sent {
  readonly type: "approval";
  /** One of both names the hold; a todo stands for its open hold. */
  readonly hold_id?: string;
  readonly todo_id?: string;
  readonly decision: DecisionWord;
  readonly comment?: string;
  readonly reason?: string;
  readonly then?: RejectAction;
  readonly args?: JsonObject;
  readonly digest?: string;
}

export interface InputCommand extends Sent {
  readonly type: "input";
  readonly hold_id: string;
  readonly value: Json;
}

export interface ControlCommand extends Sent {
  readonly type: "pause" | "resume" | "cancel";
  readonly reason?: string;
}

/** A person's wish. */
export type Command = ApprovalCommand | InputCommand | ControlCommand;

/** What the shell tells the plan about the todos that it runs, and about time. */
export type Report =
  | {
      readonly type: "todo_completed";
      readonly todo_id: string;
      readonly run: number;
      readonly result: Json;
    }
  | {
      readonly type: "todo_failed";
      readonly todo_id: string;
      readonly run: number;
      readonly error_type: ErrorType;
      readonly message: string;
    }
  | { readonly type: "todo_cancelled"; readonly todo_id: string; readonly run: number }
  | { readonly type: "time_passed" };

/** A report about a todo from whatever arrived as a signal's argument, or null when it is none. */
export function toTodoReport(raw: unknown): Exclude<Report, { type: "time_passed" }> | null {
  if (typeof raw !== "object" || raw === null) return null;
  const { type, todo_id, run, result, error_type, message } = raw as Record<string, unknown>;
  if (typeof todo_id !== "string" || !Number.isInteger(run)) return null;
  const about = { todo_id, run: run as number };
  switch (type) {
    case "todo_completed":
      return { type, ...about, result: (result ?? null) as Json };
    case "todo_cancelled":
      return { type, ...about };
    case "todo_failed": {
      const known = ERROR_TYPES.find((word) => word === error_type);
      if (known === undefined || typeof message !== "string") return null;
      return {
        type,
        ...about,
        error_type: known,
        message: message.slice(0, LIMITS.error_message).toWellFormed(),
      };
    }
    default:
      return null;
  }
}

type Kind =
  /** One line, or several when `lines` says so. */
  | { readonly kind: "text"; readonly max: number; readonly lines?: true }
  | { readonly kind: "word"; readonly words: readonly string[] }
  | { readonly kind: "object" }
  | { readonly kind: "json" };
interface Field {
  readonly of: Kind;
  readonly required?: boolean;
}

/** How many mistakes a refusal names: the plan's log keeps it, so a sender must not make it long. */
const MAX_ERRORS = 10;

const reference: Kind = { kind: "text", max: 2 * LIMITS.name + 20 };
const sent: Record<string, Field> = {
  by: { of: { kind: "text", max: LIMITS.tag * 4 } },
  command_id: { of: { kind: "text", max: 100 } },
};
const control: Record<string, Field> = {
  ...sent,
  reason: { of: { kind: "text", max: LIMITS.reason, lines: true } },
};
const FIELDS: Record<MessageName, Record<string, Field>> = {
  approval: {
    ...sent,
    hold_id: { of: reference },
    todo_id: { of: reference },
    decision: { of: { kind: "word", words: DECISIONS }, required: true },
    comment: { of: { kind: "text", max: LIMITS.comment, lines: true } },
    reason: { of: { kind: "text", max: LIMITS.reason, lines: true } },
    then: { of: { kind: "word", words: REJECT_ACTIONS } },
    args: { of: { kind: "object" } },
    digest: { of: { kind: "text", max: 100 } },
  },
  input: {
    ...sent,
    hold_id: { of: reference, required: true },
    value: { of: { kind: "json" }, required: true },
  },
  pause: control,
  resume: control,
  cancel: control,
};

/**
 * A command from whatever arrived as a message's argument. Messages can be sent by anyone who
 * reaches Temporal, so nothing about `raw` is believed; zod stays out of the workflow bundle.
 * @param given who sends when the message does not say, and the id of a command that has none.
 */
export function toCommand(
  name: MessageName,
  raw: unknown,
  given: { by: string; command_id: string },
): { command: Command } | { problem: Problem } {
  const errors: ProblemDetail[] = [];
  const body = raw === undefined || raw === null ? {} : raw;
  if (typeof body !== "object" || Array.isArray(body)) {
    return { problem: refusal(name, [{ pointer: "", detail: "must be a JSON object" }]) };
  }
  const fields = FIELDS[name];
  const fieldOf = (key: string) => (Object.hasOwn(fields, key) ? fields[key] : undefined);
  const entries = Object.entries(body).filter(
    ([key, value]) => value !== undefined && (value !== null || fieldOf(key)?.of.kind === "json"),
  );
  for (const [key, value] of entries) {
    const field = fieldOf(key);
    const wrong =
      field === undefined
        ? `is not a field; there are ${Object.keys(fields).join(", ")}`
        : mistakeIn(value, field.of);
    if (wrong !== null) errors.push({ pointer: toPointer([shown(key)]), detail: wrong });
    if (errors.length === MAX_ERRORS) return { problem: refusal(name, errors) };
  }
  const present = new Set(entries.map(([key]) => key));
  for (const [key, field] of Object.entries(fields)) {
    if (field.required === true && !present.has(key)) {
      errors.push({ pointer: `/${key}`, detail: "is missing" });
    }
  }
  if (name === "approval" && present.has("hold_id") === present.has("todo_id")) {
    errors.push({ pointer: "/hold_id", detail: 'name the hold by either "hold_id" or "todo_id"' });
  }
  if (errors.length > 0) return { problem: refusal(name, errors) };
  return {
    command: { ...given, ...Object.fromEntries(entries), type: name } as unknown as Command,
  };
}

/** A key that anyone may have sent, short and whole enough for the plan's log. */
function shown(key: string): string {
  return (key.length <= LIMITS.name ? key : `${key.slice(0, LIMITS.name)}…`).toWellFormed();
}

function refusal(name: MessageName, errors: ProblemDetail[]): Problem {
  return {
    code: "invalid_command",
    detail: `The "${name}" message is not acceptable: ${errors
      .map(({ pointer, detail }) => `${pointer === "" ? "it" : pointer} ${detail}`)
      .join("; ")}.`,
    hint: 'Send one JSON object, such as {"hold_id": "h1", "decision": "approve"} for "approval".',
    errors,
  };
}

/** These texts are shown in terminals, logs and tables: the rules of `longText` and `lineText`. */
function controlMistake(text: string): string | null {
  return /(?![\n\r\t])\p{Cc}/u.test(text)
    ? "must not hold control characters other than line breaks and tabs"
    : null;
}

function lineMistake(text: string): string | null {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text) ? "must be one line without control characters" : null;
}

function mistakeIn(value: unknown, kind: Kind): string | null {
  switch (kind.kind) {
    case "text":
      if (typeof value !== "string" || value === "") return "must be a text";
      if (!value.isWellFormed()) return "holds half a character (a lone surrogate)";
      if (value.length > kind.max) return `is longer than ${kind.max} characters`;
      return kind.lines === true ? controlMistake(value) : lineMistake(value);
    case "word":
      return kind.words.includes(value as string)
        ? null
        : `must be one of ${kind.words.join(", ")}`;
    case "object":
      return typeof value === "object" && !Array.isArray(value)
        ? (jsonMistake(value)?.detail ?? null)
        : "must be a JSON object";
    case "json":
      return jsonMistake(value)?.detail ?? null;
  }
}

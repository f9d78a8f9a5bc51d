import type { EditOp } from "../contract/edit.ts";
import type { Problem, ProblemDetail } from "../contract/problem.ts";
import type { Json, JsonObject } from "../contract/text.ts";
import {
  ERROR_TYPES,
  HOLD_ACTIONS,
  LIMITS,
  PAUSE_MODES,
  PAUSE_PURPOSES,
  REJECT_ACTIONS,
  TODO_ACTIONS,
  TODO_DEFAULTS,
  type DecisionWord,
  type ErrorType,
  type HoldAction,
  type PauseMode,
  type PausePurpose,
  type RejectAction,
  type TodoAction,
} from "../contract/vocabulary.ts";
import { opShape } from "./edit-shape.ts";
import { lineShape, longShape, shapeMistakes, type Fields } from "./shape.ts";

/** The messages that people send to a plan; each is a Signal and an Update of this name. */
export const MESSAGE_NAMES = [
  "approval",
  "input",
  "pause",
  "resume",
  "cancel",
  "edit",
  "undo",
  "rollback",
  "control_todo",
  "control_hold",
] as const;
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
  readonly decision: Exclude<DecisionWord, "answer">;
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
  /** Of a pause; `drain` when absent. */
  readonly mode?: PauseMode;
  readonly purpose?: PausePurpose;
}

export interface EditCommand extends Sent {
  readonly type: "edit";
  readonly ops: readonly EditOp[];
  /** The version that the person looked at; the newest when absent. */
  readonly base_version?: number;
  /** At any other version than this the plan is not to be changed. */
  readonly expected_version?: number;
  readonly reason?: string;
}

/** Takes back the newest edit that was not taken back yet. */
export interface UndoCommand extends Sent {
  readonly type: "undo";
  readonly base_version?: number;
  readonly expected_version?: number;
  readonly reason?: string;
}

/** Gives the plan the structure that it had at a version; what is done stays done. */
export interface RollbackCommand extends Sent {
  readonly type: "rollback";
  /** One of both says where to. */
  readonly version?: number;
  readonly checkpoint_id?: string;
  readonly expected_version?: number;
  readonly reason?: string;
}

export interface ControlTodoCommand extends Sent {
  readonly type: "control_todo";
  readonly todo_id: string;
  readonly action: TodoAction;
  readonly reason?: string;
}

/** More time for a hold, another person for it, or its end without a decision. */
export interface ControlHoldCommand extends Sent {
  readonly type: "control_hold";
  readonly hold_id: string;
  readonly action: HoldAction;
  /** Of `extend`. */
  readonly seconds?: number;
  /** Of `delegate`. */
  readonly to?: string;
  readonly reason?: string;
}

/** A person's wish. */
export type Command =
  | ApprovalCommand
  | InputCommand
  | ControlCommand
  | EditCommand
  | UndoCommand
  | RollbackCommand
  | ControlTodoCommand
  | ControlHoldCommand;

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
      readonly attempts?: number;
    }
  | { readonly type: "todo_cancelled"; readonly todo_id: string; readonly run: number }
  /** Whatever ran it is gone and will not report. */
  | {
      readonly type: "todo_lost";
      readonly todo_id: string;
      readonly run: number;
      readonly message: string;
    }
  | { readonly type: "time_passed" };

/** A report about a todo from whatever arrived as a signal's argument, or null when it is none. */
export function toTodoReport(
  raw: unknown,
): Exclude<Report, { type: "time_passed" | "todo_lost" }> | null {
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

/** How many mistakes a refusal names: the plan's log keeps it, so a sender must not make it long. */
const MAX_ERRORS = 10;

const reference = lineShape(2 * LIMITS.name + 20);
const commandId = lineShape(100);
const sent: Fields = {
  by: { shape: lineShape(LIMITS.tag * 4) },
  command_id: { shape: commandId },
};
const reason = { shape: { ...longShape(LIMITS.reason), empty: true } };
const control: Fields = { ...sent, reason };
const version = { is: "integer", min: 1, max: Number.MAX_SAFE_INTEGER } as const;

const FIELDS: Record<MessageName, Fields> = {
  approval: {
    ...sent,
    hold_id: { shape: reference },
    todo_id: { shape: reference },
    decision: { shape: { is: "word", words: ["approve", "reject", "edit"] }, required: true },
    comment: { shape: { ...longShape(LIMITS.comment), empty: true } },
    reason,
    then: { shape: { is: "word", words: REJECT_ACTIONS } },
    args: { shape: { is: "object" } },
    digest: { shape: lineShape(100) },
  },
  input: {
    ...sent,
    hold_id: { shape: reference, required: true },
    value: { shape: { is: "json" }, required: true },
  },
  pause: {
    ...control,
    mode: { shape: { is: "word", words: PAUSE_MODES } },
    purpose: { shape: { is: "word", words: PAUSE_PURPOSES } },
  },
  resume: control,
  cancel: control,
  edit: {
    ...sent,
    reason,
    base_version: { shape: version },
    expected_version: { shape: version },
    ops: { shape: { is: "list", of: { is: "object" }, min: 1, max: LIMITS.ops }, required: true },
  },
  undo: { ...control, base_version: { shape: version }, expected_version: { shape: version } },
  rollback: {
    ...control,
    version: { shape: version },
    checkpoint_id: { shape: lineShape(40) },
    expected_version: { shape: version },
  },
  control_todo: {
    ...control,
    todo_id: { shape: reference, required: true },
    action: { shape: { is: "word", words: TODO_ACTIONS }, required: true },
  },
  control_hold: {
    ...control,
    hold_id: { shape: reference, required: true },
    action: { shape: { is: "word", words: HOLD_ACTIONS }, required: true },
    seconds: { shape: { is: "integer", min: 1, max: LIMITS.max_timeout_seconds } },
    to: { shape: lineShape(LIMITS.tag) },
  },
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
  // Temporal's own tools send nothing, or null, for a message without argument.
  const body: unknown = raw === undefined || raw === null ? {} : withoutNulls(name, raw);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    return { problem: refusal(name, [{ pointer: "", detail: "must be a JSON object" }]) };
  }
  const fields = body as Record<string, unknown>;
  const errors = shapeMistakes(fields, { is: "fields", fields: FIELDS[name] });
  if (
    name === "approval" &&
    (fields["hold_id"] === undefined) === (fields["todo_id"] === undefined)
  ) {
    errors.push({ pointer: "/hold_id", detail: 'name the hold by either "hold_id" or "todo_id"' });
  }
  if (
    name === "rollback" &&
    (fields["version"] === undefined) === (fields["checkpoint_id"] === undefined)
  ) {
    errors.push({ pointer: "/version", detail: 'say where to: "version" or "checkpoint_id"' });
  }
  const ops = name === "edit" && errors.length === 0 ? (fields["ops"] as unknown[]) : [];
  ops.forEach((op, place) => errors.push(...shapeMistakes(op, opShape(op), `/ops/${place}`)));
  if (errors.length > 0) return { problem: refusal(name, errors.slice(0, MAX_ERRORS)) };
  const command = { ...given, ...fields, ...(name === "edit" && { ops: ops.map(withDefaults) }) };
  return { command: { ...command, type: name } as unknown as Command };
}

/** The id that a message gives its command, however wrong the rest of it is; none when it gives none. */
export function namedCommandId(raw: unknown): string | undefined {
  if (typeof raw !== "object" || raw === null) return undefined;
  const { command_id } = raw as Record<string, unknown>;
  return shapeMistakes(command_id, commandId).length === 0 ? (command_id as string) : undefined;
}

/** Optional fields may be sent as null; an input's value may be null itself. */
function withoutNulls(name: MessageName, raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) return raw;
  const kept = Object.entries(raw).filter(
    ([key, value]) => value !== null || (name === "input" && key === "value"),
  );
  return Object.fromEntries(kept);
}

const QUESTION_DEFAULTS = { input_type: "text", required: true };

/** A todo to add, with what its writer left out. */
function withDefaults(op: unknown): unknown {
  const { edit_type, params } = op as {
    edit_type?: unknown;
    params?: { todo?: object; changes?: { input_request?: object | null } };
  };
  const question = params?.changes?.input_request;
  if (edit_type === "modify_todo" && question != null) {
    const input_request = { ...QUESTION_DEFAULTS, ...question };
    return { ...(op as object), params: { changes: { ...params?.changes, input_request } } };
  }
  if (edit_type !== "add_todo" || params?.todo === undefined) return op;
  const asked = (params.todo as { input_request?: object | null }).input_request;
  const input_request = asked == null ? null : { ...QUESTION_DEFAULTS, ...asked };
  const todo = { ...TODO_DEFAULTS, ...params.todo, input_request };
  return { ...(op as object), params: { ...params, todo } };
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

import type { ModelAnswer } from "../../contract/model.ts";
import { AgentReportSchema, type AgentReport } from "../../contract/plan/agents/agent.ts";
import {
  MESSAGE_NAMES,
  MESSAGES,
  type Command,
  type CommandOf,
  type MessageName,
} from "../../contract/plan/commands.ts";
import type { Problem, ProblemDetail } from "../../contract/problems/problem.ts";
import {
  readWording,
  say,
  sayAll,
  type Sentence,
  type Wording,
} from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import {
  ERROR_TYPES,
  type Channel,
  type ErrorType,
  type WorkAction,
} from "../../contract/tables/vocabulary.ts";
import { CommandIdSchema, type Json } from "../../contract/text.ts";
import { startOf } from "../../text/cut-text.ts";
import { readAs } from "./read-as.ts";
import type { GoalNews, ReplanNews } from "./state/thought.ts";

export type ApprovalCommand = CommandOf<"approval">;
export type InputCommand = CommandOf<"input">;
export type ControlCommand = CommandOf<
  "pause" | "resume" | "cancel" | "archive" | "unarchive" | "acknowledge"
>;
export type EditCommand = CommandOf<"edit">;
export type ReplanCommand = CommandOf<"replan">;
export type UndoCommand = CommandOf<"undo">;
export type RollbackCommand = CommandOf<"rollback">;
export type ControlTodoCommand = CommandOf<"control_todo">;
export type WorkCommand = CommandOf<WorkAction>;
export type SessionCommand = CommandOf<
  "register_session" | "claim_next" | "heartbeat" | "session_event" | "ack_prompt"
>;
export type ControlHoldCommand = CommandOf<"control_hold">;

/** One attempt of one run: what a report is about. */
export interface AttemptKey {
  readonly todo_id: string;
  readonly run: number;
  readonly attempt: number;
}

/** How an attempt ended, as whoever made it tells. */
export type EndReport =
  | (AttemptKey & {
      readonly type: "todo_completed";
      readonly result: Json;
      /** A worker of ours kept the result, which stands by reference. */
      readonly kept?: boolean;
    })
  | (AttemptKey & {
      readonly type: "todo_failed";
      readonly error_type: ErrorType;
      readonly message: Wording;
      /** Another attempt cannot help, whatever the strategy says. */
      readonly final?: boolean;
    })
  | (AttemptKey & { readonly type: "todo_cancelled" })
  /** Its worker was told to stop; the attempt may be made again. */
  | (AttemptKey & { readonly type: "todo_requeued" })
  /** Its worker did not begin: the tool has to ask a person, and none has approved exactly this. */
  | (AttemptKey & { readonly type: "todo_unapproved" });

/** What the shell tells the plan about the attempts that it makes, and about time. */
export type Report =
  | EndReport
  /** Whatever ran it is gone and will not report. */
  | (AttemptKey & { readonly type: "todo_lost"; readonly message: Wording })
  | AgentReport
  | OrchestratorReport
  | GoalNews
  | ReplanNews
  | { readonly type: "time_passed" };

/** What the orchestrator said about a question of an agent; null when its model did not answer. */
export interface OrchestratorReport extends AttemptKey {
  readonly type: "orchestrator_said";
  readonly call_id: string;
  readonly answer: Pick<ModelAnswer, "content" | "usage"> | null;
}

/** An agent's report from whatever arrived as a signal's argument, or null when it is none. */
export function toAgentReport(raw: unknown): AgentReport | null {
  // What a call gives to its tool may itself be as deep as anything here, and stands two levels down.
  const read = readAs(AgentReportSchema, raw, LIMITS.json_depth + 2);
  return "value" in read ? read.value : null;
}

/** A report about a todo from whatever arrived as a signal's argument, or null when it is none. */
export function toTodoReport(raw: unknown): EndReport | null {
  if (typeof raw !== "object" || raw === null) return null;
  const said = raw as Record<string, unknown>;
  const { type, todo_id, run, attempt, result = null, kept, error_type, message, final } = said;
  if (typeof todo_id !== "string" || !Number.isInteger(run) || !Number.isInteger(attempt))
    return null;
  const about = { todo_id, run: run as number, attempt: attempt as number };
  switch (type) {
    case "todo_completed":
      return { type, ...about, result: result as Json, ...(kept === true && { kept }) };
    case "todo_cancelled":
    case "todo_requeued":
    case "todo_unapproved":
      return { type, ...about };
    case "todo_failed": {
      const known = ERROR_TYPES.find((word) => word === error_type);
      const words = readWording(message);
      if (known === undefined || words === undefined) return null;
      return {
        type,
        ...about,
        error_type: known,
        message: typeof words === "string" ? startOf(words, LIMITS.error_message) : words,
        ...(final === true && { final }),
      };
    }
    default:
      return null;
  }
}

/**
 * A command from whatever arrived as a message's argument.
 * @param given who sends when the message does not say, and the id of a command that has none.
 */
export function toCommand(
  name: MessageName,
  raw: unknown,
  given: { by: string; command_id: string; via?: Channel },
): { command: Command } | { problem: Problem } {
  const read = readAs(MESSAGES[name], withoutNulls(name, raw));
  if ("mistakes" in read) {
    const isOne = typeof raw === "object" && raw !== null && !Array.isArray(raw);
    // The example is of an approval.
    const hint = say(isOne && name !== "approval" ? "correct_request" : "send_one_object");
    return { problem: refusal(name, read.mistakes, hint) };
  }
  return { command: { ...given, ...read.value, type: name } as Command };
}

/** What is said to whoever names a message that there is not. */
export function unknownMessage(): Problem {
  return {
    code: "invalid_command",
    detail: say("no_such_message"),
    hint: say("messages_are", { names: MESSAGE_NAMES.join(", ") }),
  };
}

/** The id that a message gives its command, however wrong the rest of it is; none when it gives none. */
export function namedCommandId(raw: unknown): string | undefined {
  if (typeof raw !== "object" || raw === null) return undefined;
  const read = readAs(CommandIdSchema, (raw as Record<string, unknown>)["command_id"]);
  return "value" in read ? read.value : undefined;
}

/**
 * Optional fields may be sent as null; an input's value may be null itself. Temporal's own tools send
 * nothing, or null, for a message without argument.
 */
function withoutNulls(name: MessageName, raw: unknown): unknown {
  if (raw === undefined || raw === null) return {};
  if (typeof raw !== "object" || Array.isArray(raw)) return raw;
  const kept = Object.entries(raw).filter(
    ([key, value]: [string, unknown]) =>
      value !== undefined &&
      (value !== null ||
        (name === "input" && key === "value") ||
        (name === "done" && key === "result")),
  );
  return Object.fromEntries(kept);
}

function refusal(name: MessageName, errors: ProblemDetail[], hint: Sentence): Problem {
  return {
    code: "invalid_command",
    detail: say("message_unacceptable", {
      name,
      mistakes: sayAll(
        errors.map(({ pointer, detail }) =>
          pointer === ""
            ? say("it", { what: detail })
            : say("it_at", { place: pointer, what: detail }),
        ),
      ),
    }),
    hint,
    errors,
  };
}

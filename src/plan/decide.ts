import type { Decision, Hold } from "../contract/hold.ts";
import type { Problem, ProblemDetail } from "../contract/problem.ts";
import type { PlanStatus } from "../contract/vocabulary.ts";
import type {
  ApprovalCommand,
  Command,
  ControlCommand,
  InputCommand,
  MessageName,
  Report,
} from "./commands.ts";
import { answerMistakes } from "./answer.ts";
import { controlTodo } from "./control-todo.ts";
import { decideEdit } from "./decide-edit.ts";
import { approvalDigest, digestOf } from "./digest.ts";
import { jsonMistake } from "./json-mistake.ts";
import { findHold, newestHoldOf } from "./holds.ts";
import { isFinished, todoOf, type Plan } from "./plan.ts";
import { CANCEL_GRACE_MS, failureEvents } from "./recovery.ts";
import type { CommandStamp, EventBody, SeenCommand } from "./state.ts";

export type Verdict =
  | { readonly events: readonly EventBody[] }
  /** The command was accepted before: nothing happens again, and the answer is the first one. */
  | { readonly repeats: SeenCommand }
  | { readonly problem: Problem };

/**
 * What a command does to the plan, or why it is refused. Changes nothing.
 * @param at ISO 8601 time of the decision.
 */
export function decide(plan: Plan, command: Command, at: string): Verdict {
  const stamp = stampOf(command);
  const seen = plan.seen.get(command.command_id);
  if (seen !== undefined) {
    return seen.fingerprint === stamp.fingerprint ? { repeats: seen } : { problem: reused(seen) };
  }
  switch (command.type) {
    case "approval":
      return decideHold(plan, command, stamp, at);
    case "input":
      return decideInput(plan, command, stamp, at);
    case "pause":
    case "resume":
    case "cancel":
      return control(plan, command, stamp, at);
    case "edit":
    case "undo":
    case "rollback":
      return decideEdit(plan, command, stamp, at);
    case "control_todo":
      return controlTodo(plan, command, stamp);
  }
}

/** What a report of the shell does to the plan. Reports that came too late do nothing. */
export function record(plan: Plan, report: Report, at: string): readonly EventBody[] {
  if (report.type === "time_passed") return passTime(plan, at);
  const todo = plan.todos.get(report.todo_id);
  if (todo?.status !== "in_progress" || todo.run !== report.run) return [];
  const about = { todo_id: todo.id, by: "holdpoint" };
  switch (report.type) {
    case "todo_completed": {
      const mistake = jsonMistake(report.result);
      if (mistake === null) {
        return [{ ...about, type: "todo.completed", data: { result: report.result } }];
      }
      const message = `Its result cannot be kept: ${mistake.pointer || "it"} ${mistake.detail}.`;
      const failure = { error_type: "validation_error" as const, message, attempts: 1 };
      return failureEvents(plan, todo, failure, later(at, CANCEL_GRACE_MS));
    }
    case "todo_cancelled": {
      if (todo.interrupted === true && plan.state.ending === null) {
        return [{ ...about, type: "todo.interrupted", data: {} }];
      }
      const reason = plan.state.ending?.reason ?? "The todo was cancelled.";
      return [{ ...about, type: "todo.cancelled", data: { reason } }];
    }
    case "todo_failed": {
      const { error_type, message, attempts = 1 } = report;
      const failure = { error_type, message, attempts };
      return failureEvents(plan, todo, failure, later(at, CANCEL_GRACE_MS));
    }
  }
}

/** The earliest moment at which time alone moves the plan, or null. */
export function nextDeadline(plan: Plan): string | null {
  if (isFinished(plan.state)) return null;
  if (plan.state.ending !== null) return plan.state.ending.grace_until;
  let earliest: string | null = null;
  for (const { deadline_at } of plan.openHolds.values()) {
    if (deadline_at !== null && (earliest === null || deadline_at < earliest))
      earliest = deadline_at;
  }
  return earliest;
}

/** The commands that the plan accepts now. */
export function legalCommands(plan: Plan): string[] {
  const { state } = plan;
  if (isFinished(state) || state.ending !== null) return [];
  const decisions = plan.openHolds.size > 0 ? ["approval"] : [];
  return [state.paused === null ? "pause" : "resume", "cancel", ...decisions];
}

function passTime(plan: Plan, at: string): readonly EventBody[] {
  const deadline = nextDeadline(plan);
  if (deadline === null || deadline > at) return [];
  const reason = plan.state.ending?.reason;
  if (reason !== undefined) {
    // In plan order: the order of starting is not in the state, and a reloaded plan ends the same.
    const late = [...plan.running].sort((a, b) => plan.positions.get(a)! - plan.positions.get(b)!);
    return late.map((id) => ({
      type: "todo.cancelled",
      by: "holdpoint",
      todo_id: id,
      data: { reason: `${reason} It did not stop in time.` },
    }));
  }
  return [...plan.openHolds.values()]
    .filter((hold) => hold.deadline_at !== null && hold.deadline_at <= at)
    .map((hold) => ({
      type: "hold.expired",
      by: "policy:on_timeout",
      hold_id: hold.id,
      ...(hold.todo_id !== null && { todo_id: hold.todo_id }),
      data: { action: timeoutAction(hold) },
    }));
}

/** A question without a default cannot be answered by nobody. */
function timeoutAction({ kind, on_timeout, input_request }: Hold): "fail" | "skip" | "approve" {
  if (on_timeout === "wait") return "fail";
  const unanswerable = kind === "input" && input_request?.default === undefined;
  return on_timeout === "approve" && unanswerable ? "fail" : on_timeout;
}

function decideHold(
  plan: Plan,
  command: ApprovalCommand,
  stamp: CommandStamp,
  at: string,
): Verdict {
  const hold =
    command.hold_id === undefined
      ? newestHoldOf(plan, command.todo_id ?? "")
      : findHold(plan, command.hold_id);
  if (hold === undefined) return { problem: unknownHold(plan, command) };
  const refusal = unavailable(plan, hold, at) ?? bindingProblem(hold, command);
  if (refusal !== null) return { problem: refusal };

  const decision = toDecision(hold, command, at);
  const args = command.decision === "edit" ? command.args : undefined;
  const decided: EventBody = {
    type: "hold.decided",
    by: command.by,
    hold_id: hold.id,
    ...(hold.todo_id !== null && { todo_id: hold.todo_id }),
    data: {
      ...stamp,
      decision,
      digest:
        args === undefined || hold.todo_id === null
          ? hold.digest
          : approvalDigest(todoOf(plan, hold.todo_id), args),
      ...(args !== undefined && { args }),
    },
  };
  if (hold.kind === "approval" || hold.kind === "input" || command.decision !== "reject") {
    return { events: [decided] };
  }
  const why = command.reason ?? command.comment;
  if (hold.kind === "recovery") return { events: [decided, ...abortOf(command, decision, at)] };
  const reason = `The plan was not approved by ${command.by}${why === undefined ? "" : `: ${why}`}`;
  const cancelled: EventBody = {
    type: "plan.cancel_requested",
    by: command.by,
    data: { reason, grace_until: later(at, CANCEL_GRACE_MS) },
  };
  return { events: [decided, cancelled] };
}

/** Of a failure that the person answers with the end of the plan. */
function abortOf(command: ApprovalCommand, { then }: Decision, at: string): EventBody[] {
  if (then !== "abort") return [];
  const reason = command.reason ?? command.comment ?? `Ended by ${command.by} after a failure.`;
  const data = { reason, grace_until: later(at, CANCEL_GRACE_MS) };
  return [{ type: "plan.abort_requested", by: command.by, data }];
}

function toDecision(hold: Hold, command: ApprovalCommand, at: string): Decision {
  const { decision, by, comment, reason } = command;
  return {
    decision,
    by,
    at,
    ...(comment !== undefined && { comment }),
    ...(reason !== undefined && { reason }),
    ...(decision === "reject" && { then: command.then ?? hold.on_reject }),
  };
}

function control(plan: Plan, command: ControlCommand, stamp: CommandStamp, at: string): Verdict {
  const refusal = controlProblem(plan, command.type);
  if (refusal !== null) return { problem: refusal };
  const reason = command.reason;
  const data = { ...stamp, ...(reason !== undefined && { reason }) };
  const { by } = command;
  switch (command.type) {
    case "pause":
      return {
        events: [
          {
            type: "plan.paused",
            by,
            data: { ...data, ...(command.mode && { mode: command.mode }) },
          },
        ],
      };
    case "resume":
      return { events: [{ type: "plan.resumed", by, data }] };
    case "cancel": {
      const because = reason ?? `Cancelled by ${by}.`;
      const ending = { ...stamp, reason: because, grace_until: later(at, CANCEL_GRACE_MS) };
      return { events: [{ type: "plan.cancel_requested", by, data: ending }] };
    }
  }
}

function controlProblem(plan: Plan, word: "pause" | "resume" | "cancel"): Problem | null {
  const legal = legalCommands(plan);
  if (legal.includes(word)) return null;
  const { state } = plan;
  if (isFinished(state)) return finishedProblem(state.status, word);
  const now = state.ending !== null ? "ending" : state.paused === null ? "running" : "paused";
  return {
    code: "illegal_transition",
    detail: `The plan is ${now} and cannot ${word}.`,
    hint: legal.length === 0 ? "Wait until it has ended." : `It accepts: ${legal.join(", ")}.`,
    legal,
  };
}

/** Why an existing hold cannot be decided at this moment, or null. */
function unavailable(plan: Plan, hold: Hold, at: string): Problem | null {
  const successor = hold.todo_id === null ? undefined : newestHoldOf(plan, hold.todo_id);
  const closed = closedHoldProblem(hold, successor);
  if (closed !== null) return closed;
  if (plan.state.ending !== null) return withdrawn(hold);
  // The timer and a decision can arrive together: a deadline that is over has already decided.
  const isOver = hold.deadline_at !== null && hold.deadline_at <= at;
  // A pause came between the deadline and its timer: no time was left to freeze.
  return isOver || hold.remaining_ms === 0 ? expired(hold) : null;
}

/**
 * Why a hold takes no decision any more, or null when it is open.
 * @param successor the hold that asks instead of a stale one.
 */
function closedHoldProblem(hold: Hold, successor?: Hold): Problem | null {
  switch (hold.status) {
    case "open":
      return null;
    case "approved":
    case "rejected":
      return alreadyDecided(hold);
    case "expired":
      return expired(hold);
    case "withdrawn":
      return withdrawn(hold);
    case "stale":
      return {
        code: "hold_stale",
        detail: `Hold ${hold.id} asks no more: ${hold.closed_reason ?? "what it asked about has changed"}`,
        hint:
          successor?.status === "open"
            ? `Look at hold ${successor.id}, which asks about the present arguments.`
            : "Look at the plan's open holds.",
        ...(successor?.status === "open" && { successor: successor.id }),
      };
  }
}

/** Why a plan that has ended takes no command. */
function finishedProblem(status: PlanStatus, word: MessageName): Problem {
  return {
    code: "plan_finished",
    detail: `The plan is ${status} and takes no "${word}" any more.`,
    hint: "Start a new plan.",
    legal: [],
  };
}

function bindingProblem(hold: Hold, command: ApprovalCommand): Problem | null {
  const at = (pointer: string, detail: string, hint: string): Problem => ({
    code: "invalid_command",
    detail,
    hint,
    errors: [{ pointer, detail }],
  });
  if (command.digest !== undefined && command.digest !== hold.digest) {
    return {
      code: "hold_stale",
      detail: `Hold ${hold.id} asks about ${hold.digest}, not about ${command.digest}.`,
      hint: "Read the hold again and decide on what it shows.",
    };
  }
  if (hold.kind === "input" && command.decision !== "reject") {
    const detail = "The hold asks a question.";
    return at("/decision", detail, 'Send an answer, or "reject" to decline.');
  }
  if (command.decision === "edit") {
    if (hold.kind === "plan_review") {
      return at("/decision", "A plan review takes approve or reject.", "Send one of these.");
    }
    if (command.args === undefined) {
      return at(
        "/args",
        'Decision "edit" needs the arguments to run.',
        'Send the whole object as "args".',
      );
    }
  } else if (command.args !== undefined) {
    return at("/args", '"args" goes only with decision "edit".', 'Leave it out, or decide "edit".');
  }
  if (command.then !== undefined && command.decision !== "reject") {
    return at("/then", '"then" goes only with decision "reject".', "Leave it out.");
  }
  if (command.then === "abort" && hold.kind !== "recovery") {
    return at(
      "/then",
      '"abort" answers a failure only.',
      'Send "skip" or "fail", or cancel the plan.',
    );
  }
  return null;
}

function alreadyDecided(hold: Hold): Problem {
  const { decision, by, at, comment, reason } = hold.decision!;
  return {
    code: "hold_already_decided",
    detail: `Hold ${hold.id} was decided before: ${decision} by ${by} at ${at}.`,
    hint: "Nothing is left to do here.",
    decided: { decision, by, at, comment, reason },
  };
}

function expired(hold: Hold): Problem {
  return {
    code: "hold_expired",
    detail: `The time for hold ${hold.id} is over; its timeout action "${hold.on_timeout}" applies.`,
    hint: "Look at the todo's status; start a new plan if the work is still wanted.",
  };
}

function withdrawn(hold: Hold): Problem {
  return {
    code: "hold_withdrawn",
    detail: `Hold ${hold.id} was withdrawn: ${hold.closed_reason ?? "the plan is ending"}`,
    hint: "Nothing is left to do here.",
  };
}

function unknownHold(plan: Plan, command: ApprovalCommand): Problem {
  const open = [...plan.openHolds.keys()];
  const hint =
    open.length === 0
      ? "The plan has no open hold."
      : `Open holds: ${open.slice(0, 10).join(", ")}${open.length > 10 ? ", …" : ""}.`;
  if (command.hold_id !== undefined) {
    return { code: "hold_not_found", detail: `There is no hold "${command.hold_id}".`, hint };
  }
  return plan.todos.has(command.todo_id ?? "")
    ? { code: "hold_not_found", detail: `Todo "${command.todo_id}" waits for no approval.`, hint }
    : { code: "todo_not_found", detail: `There is no todo "${command.todo_id}".`, hint };
}

function decideInput(plan: Plan, command: InputCommand, stamp: CommandStamp, at: string): Verdict {
  const hold = findHold(plan, command.hold_id);
  if (hold === undefined) {
    return {
      problem: {
        code: "hold_not_found",
        detail: `There is no hold "${command.hold_id}".`,
        hint: "Look at the plan's open holds.",
      },
    };
  }
  const { input_request, todo_id } = hold;
  if (input_request === null || todo_id === null) {
    return {
      problem: {
        code: "invalid_command",
        detail: `Hold ${hold.id} asks for a decision, not for an answer.`,
        hint: 'Decide "approve", "reject" or "edit".',
      },
    };
  }
  const closed = unavailable(plan, hold, at);
  if (closed !== null) return { problem: closed };
  const mistakes = answerMistakes(input_request, command.value);
  if (mistakes.length > 0) return { problem: invalidAnswer(hold, mistakes) };
  const { by, value } = command;
  const decision: Decision = { decision: "answer", by, at, value };
  const data = { ...stamp, decision, digest: hold.digest };
  return { events: [{ type: "hold.decided", by, hold_id: hold.id, todo_id, data }] };
}

function invalidAnswer(hold: Hold, mistakes: readonly ProblemDetail[]): Problem {
  const [first] = mistakes;
  return {
    code: "invalid_answer",
    detail:
      mistakes.length === 1 ? (first?.detail ?? "") : `${mistakes.length} fields need a change.`,
    hint: `The hold is still open; it asks: ${hold.message ?? hold.title}`,
    errors: mistakes.map(({ pointer, detail }) => ({ pointer: `/value${pointer}`, detail })),
  };
}

function reused(seen: SeenCommand): Problem {
  return {
    code: "command_id_reused",
    detail: `Command id "${seen.command_id}" was used for another command (event ${seen.seq}).`,
    hint: "Give each command an id of its own; repeat one only with the same content.",
  };
}

function stampOf(command: Command): CommandStamp {
  const { command_id, ...content } = command;
  return { command_id, fingerprint: digestOf(content) };
}

function later(at: string, milliseconds: number): string {
  return new Date(Date.parse(at) + milliseconds).toISOString();
}

import type { Hold } from "../contract/hold.ts";
import type { Problem } from "../contract/problem.ts";
import type { PlanStatus } from "../contract/vocabulary.ts";
import type { Command, ControlCommand, MessageName, Report } from "./commands.ts";
import { controlHold } from "./control-hold.ts";
import { controlTodo } from "./control-todo.ts";
import { decideEdit } from "./decide-edit.ts";
import { decideHold, decideInput } from "./decide-hold.ts";
import { digestOf } from "./digest.ts";
import { jsonMistake } from "./json-mistake.ts";
import { later } from "./later.ts";
import { isFinished, type Plan } from "./plan.ts";
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
    case "control_hold":
      return controlHold(plan, command, stamp, at);
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
      return failureEvents(plan, todo, failure, at);
    }
    case "todo_cancelled": {
      if (todo.interrupted === true && plan.state.ending === null) {
        return [{ ...about, type: "todo.interrupted", data: {} }];
      }
      const reason = plan.state.ending?.reason ?? "The todo was cancelled.";
      return [{ ...about, type: "todo.cancelled", data: { reason } }];
    }
    case "todo_lost": {
      const { type: _, message, ...lost } = report;
      // Whoever ended what was told to stop has helped it to stop.
      const wasToldTo = plan.state.ending !== null || todo.interrupted === true;
      if (wasToldTo) return record(plan, { type: "todo_cancelled", ...lost }, at);
      return record(plan, { type: "todo_failed", error_type: "api_error", message, ...lost }, at);
    }
    case "todo_failed": {
      const { error_type, message, attempts = 1 } = report;
      const failure = { error_type, message, attempts };
      return failureEvents(plan, todo, failure, at);
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
      data: { action: timeoutAction(plan, hold) },
    }));
}

/** A question without a default cannot be answered by nobody; an optional todo does not fail (S2). */
function timeoutAction(plan: Plan, hold: Hold): "fail" | "skip" | "approve" {
  const { kind, on_timeout, input_request, todo_id } = hold;
  const unanswerable = kind === "input" && input_request?.default === undefined;
  const isOver = on_timeout === "wait" || (on_timeout === "approve" && unanswerable);
  const action = isOver ? "fail" : on_timeout;
  const isOptional = todo_id !== null && plan.todos.get(todo_id)?.optional === true;
  return action === "fail" && isOptional ? "skip" : action;
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
            data: {
              ...data,
              ...(command.mode && { mode: command.mode }),
              ...(command.purpose && { purpose: command.purpose }),
            },
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

/** Why a plan that has ended takes no command. */
function finishedProblem(status: PlanStatus, word: MessageName): Problem {
  return {
    code: "plan_finished",
    detail: `The plan is ${status} and takes no "${word}" any more.`,
    hint: "Start a new plan.",
    legal: [],
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

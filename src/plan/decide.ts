import type { Command } from "../contract/plan/commands.ts";
import type { Problem } from "../contract/problems/problem.ts";
import { say } from "../contract/sentences/sentence.ts";
import { isKeptResult } from "../json/referring.ts";
import { validateJson } from "../json/validate-json.ts";
import {
  agentEvents,
  isAgentReport,
  isOfTakenOver,
  keptEvents,
  lateTurn,
} from "./agents/agent-reports.ts";
import { answerEvents } from "./agents/answers.ts";
import { controlPlan } from "./control-plan.ts";
import { controlTodo } from "./control-todo.ts";
import { decideWork } from "./decide-work.ts";
import { decideEdit } from "./edits/decide-edit.ts";
import { delayed, endGrace } from "./grace.ts";
import { controlHold } from "./holds/control-hold.ts";
import { decideHold } from "./holds/decide-hold.ts";
import { attemptEvents, failureEvents, waitingAttempts } from "./holds/failures.ts";
import { remind } from "./holds/reminders.ts";
import { timeOut } from "./holds/time-out.ts";
import type { Report } from "./model/commands.ts";
import { digestOf } from "./model/digest.ts";
import { inPlanOrder, isFinished, isRunning, type Plan } from "./model/plan.ts";
import type { CommandStamp, EventBody, Judgement } from "./model/state/events.ts";
import { movesAt } from "./model/state/hold.ts";
import type { SeenCommand } from "./model/state/state.ts";
import type { TodoState } from "./model/state/todo-state.ts";
import { decideSession } from "./sessions/decide-session.ts";
import { passSessionTime, sessionDeadlines } from "./sessions/pass-time.ts";
import { decideGoal } from "./thinking/decide-goal.ts";
import { decideReplan, requestReplan } from "./thinking/decide-replan.ts";
import { looseningProblem } from "./thinking/loosening-problem.ts";
import { writtenEvent } from "./todos/move-todo.ts";
import { endAsSaid } from "./todos/skip-todo.ts";

/** What is said of an ended plan without making it go on. */
const AFTERWARDS: readonly Command["type"][] = ["archive", "unarchive", "acknowledge"];

/** Whether an ended plan stays ended after a command: a word that only takes something back starts nothing. */
function leavesEnded(command: Command): boolean {
  if (command.type === "control_hold") return command.action === "revoke";
  return AFTERWARDS.includes(command.type);
}

export type Verdict =
  | Judgement
  /** The command was accepted before: nothing happens again, and the answer is the first one. */
  | { readonly repeats: SeenCommand };

/**
 * What a command does to the plan, or why it is refused. Changes nothing.
 * @param at ISO 8601 time of the decision.
 */
export function decide(plan: Plan, command: Command, at: string): Verdict {
  const stamp = stampOf(command);
  const seen = plan.seen.get(command.command_id);
  if (seen !== undefined) {
    const isRepeat = seen.fingerprint === stamp.fingerprint || isBoundSince(command, seen);
    return isRepeat ? { repeats: seen } : { problem: reused(seen) };
  }
  return judge(plan, command, stamp, at);
}

/** Who sends a command that nobody sends: one that is judged to tell people what it would do. */
export const UNSENT = { by: "", command_id: "" };
/** The stamp of such a command. */
export const UNSENT_STAMP: CommandStamp = { command_id: "", fingerprint: "" };

/**
 * The same for a command that is known to be new. What makes todos of an ended plan run again takes
 * the plan's end back first.
 */
export function judge(plan: Plan, command: Command, stamp: CommandStamp, at: string): Judgement {
  const judged = judgeAlone(plan, command, stamp, at);
  if ("problem" in judged) return judged;
  const problem = looseningProblem(plan, command, judged.events);
  if (problem !== null) return { problem };
  if (!isFinished(plan.state)) return { events: delayed(plan, command, stamp, judged.events, at) };
  if (leavesEnded(command)) return judged;
  return { events: [{ type: "plan.reopened", by: command.by, data: {} }, ...judged.events] };
}

function judgeAlone(plan: Plan, command: Command, stamp: CommandStamp, at: string): Judgement {
  switch (command.type) {
    case "approval":
    case "input":
      return decideHold(plan, command, stamp, at);
    case "pause":
    case "resume":
    case "cancel":
    case "archive":
    case "unarchive":
    case "acknowledge":
      return controlPlan(plan, command, stamp, at);
    case "edit":
    case "undo":
    case "rollback":
      return decideEdit(plan, command, stamp, at);
    case "replan":
      return requestReplan(plan, command, stamp);
    case "claim":
    case "release":
    case "done":
    case "cannot":
      return decideWork(plan, command, stamp, at);
    case "register_session":
    case "claim_next":
    case "heartbeat":
    case "session_event":
    case "ack_prompt":
      return decideSession(plan, command, stamp, at);
    case "control_todo":
      return controlTodo(plan, command, stamp, at);
    case "control_hold":
      return controlHold(plan, command, stamp, at);
  }
}

/** What a report of the shell does to the plan. Of reports that came too late only what models used counts. */
export function decideReport(plan: Plan, report: Report, at: string): readonly EventBody[] {
  if (report.type === "time_passed") return passTime(plan, at);
  if (report.type === "orchestrator_said") return answerEvents(plan, report, at);
  if (
    report.type === "goal_planned" ||
    report.type === "goal_reported" ||
    report.type === "goal_failed"
  ) {
    return decideGoal(plan, report, at);
  }
  if (report.type === "replanned" || report.type === "replan_failed") {
    return decideReplan(plan, report, at);
  }
  const todo = plan.todos.get(report.todo_id);
  // Of an agent that a person has taken the todo from, and that has stopped since.
  if (todo !== undefined && report.type === "agent_kept" && isOfTakenOver(todo, report)) {
    return keptEvents(todo.id, report);
  }
  if (todo === undefined) return [];
  const isAtWork = isRunning(todo) && todo.next_attempt === undefined;
  if (!isAtWork || todo.run !== report.run || todo.attempt !== report.attempt) {
    return report.type === "agent_turn" ? lateTurn(todo, report) : [];
  }
  if (isAgentReport(report)) {
    const { paused, ending } = plan.state;
    return agentEvents(todo, report, paused !== null || ending !== null);
  }
  const about = { todo_id: todo.id, by: "holdpoint" };
  // However it ended, and whoever stopped it: who skips it has said what becomes of it.
  const said = endAsSaid(todo);
  if (said.length > 0) return said;
  switch (report.type) {
    case "todo_completed": {
      if (todo.delivered !== undefined) return [writtenEvent(todo.id, todo.delivered)];
      const mistake = validateJson(report.result);
      if (mistake === null) {
        const type = todo.output_path === null ? "todo.completed" : "todo.delivered";
        const { result } = report;
        // Workers of another queue answer data, and what arrives by signal may say anything.
        const isKept = report.kept === true && isOwnRun(todo) && isKeptResult(result);
        return [{ ...about, type, data: { result, references: isKept ? [""] : [] } }];
      }
      const { pointer: place, detail: why } = mistake;
      const message =
        place === "" ? say("result_unkept", { why }) : say("result_part_unkept", { place, why });
      return attemptEvents(plan, todo, { error_type: "validation_error", message }, at);
    }
    case "todo_cancelled": {
      if (todo.interrupted === true && plan.state.ending === null) {
        return [{ ...about, type: "todo.interrupted", data: {} }];
      }
      const reason = plan.state.ending?.reason ?? say("todo_was_cancelled");
      return [{ ...about, type: "todo.cancelled", data: { reason } }];
    }
    // Whatever ended a todo that was told to stop has helped it to stop.
    case "todo_requeued": {
      if (wasToldToStop(plan, todo)) {
        return decideReport(plan, { ...report, type: "todo_cancelled" }, at);
      }
      return [{ ...about, type: "todo.attempt_requeued", data: { attempt: report.attempt } }];
    }
    case "todo_unapproved": {
      if (wasToldToStop(plan, todo)) {
        return decideReport(plan, { ...report, type: "todo_cancelled" }, at);
      }
      // What arrives by signal may say so of an agent, too.
      if (todo.work.kind !== "tool") return [];
      const { tool_name } = todo.work;
      return [{ ...about, type: "todo.approval_demanded", data: { tool_name } }];
    }
    case "todo_lost": {
      // What ended has told its result before.
      if (todo.delivered !== undefined) return [];
      const { message, ...lost } = report;
      if (wasToldToStop(plan, todo)) {
        return decideReport(plan, { ...lost, type: "todo_cancelled" }, at);
      }
      // An operator ended it: to begin again is for a person to say.
      return failureEvents(plan, todo, { error_type: "api_error", message }, at);
    }
    case "todo_failed": {
      if (todo.delivered === undefined) return attemptEvents(plan, todo, report, at);
      const file = todo.output_path ?? "";
      const message = say("result_unwritten", { file, why: report.message });
      return attemptEvents(plan, todo, { ...report, message }, at);
    }
  }
}

function isOwnRun({ work }: TodoState): boolean {
  return work.kind === "agent" || (work.kind === "tool" && work.task_queue === null);
}

function wasToldToStop({ state }: Plan, todo: TodoState): boolean {
  return state.ending !== null || todo.interrupted === true;
}

/** The earliest moment at which time alone decides something, or null. */
export function nextDeadline(plan: Plan): string | null {
  if (isFinished(plan.state)) return null;
  if (plan.state.ending !== null) return plan.state.ending.grace_until;
  let earliest: string | null = null;
  for (const hold of plan.openHolds.values()) {
    const moves_at = movesAt(hold);
    if (moves_at !== null && (earliest === null || moves_at < earliest)) earliest = moves_at;
  }
  for (const due_at of plan.due.values()) {
    if (earliest === null || due_at < earliest) earliest = due_at;
  }
  for (const { at } of sessionDeadlines(plan)) {
    if (earliest === null || at < earliest) earliest = at;
  }
  return earliest;
}

function passTime(plan: Plan, at: string): readonly EventBody[] {
  if (isFinished(plan.state)) return [];
  const { ending } = plan.state;
  if (ending !== null) {
    if (ending.grace_until > at) return [];
    // In plan order: the order of starting is not in the state, and a reloaded plan ends the same.
    const late = inPlanOrder(plan, plan.running);
    return late.map((id) => ({
      type: "todo.cancelled",
      by: "holdpoint",
      todo_id: id,
      data: { reason: say("did_not_stop", { why: ending.reason }) },
    }));
  }
  const decided = endGrace(plan, at);
  if (decided.length > 0) return decided;
  return [
    ...timeOut(plan, at),
    ...beginAttempts(plan, at),
    ...remind(plan, at),
    ...passSessionTime(plan, at),
  ];
}

/** Todos whose pause between two attempts is over: they kept their places, so they need not queue. */
function beginAttempts(plan: Plan, at: string): EventBody[] {
  return waitingAttempts(plan)
    .filter(({ next_attempt }) => next_attempt.at <= at)
    .map(({ id, run, next_attempt: { attempt } }) => ({
      type: "todo.attempt_started",
      by: "holdpoint",
      todo_id: id,
      data: { run, attempt },
    }));
}

function reused(seen: SeenCommand): Problem {
  return {
    code: "command_id_reused",
    detail: say("command_id_used", { id: seen.command_id, seq: seen.seq }),
    hint: say("command_id_of_its_own"),
  };
}

function stampOf(command: Command): CommandStamp {
  // The same command is the same whatever its sender may do by now, and by whichever way it comes.
  const { command_id, roles: _, groups: __, via: ___, ...content } = command;
  return { command_id, fingerprint: digestOf(content) };
}

/** Whether a command is one that was seen, and names the digest by now that the API could not read before. */
function isBoundSince(command: Command, { fingerprint }: SeenCommand): boolean {
  const { digest: _, ...rest } = command as Command & { readonly digest?: string };
  return stampOf(rest as Command).fingerprint === fingerprint;
}

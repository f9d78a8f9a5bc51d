import type { SessionEvent } from "../../contract/plan/agents/session.ts";
import type { Problem } from "../../contract/problems/problem.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { ContinuationCancel } from "../../contract/tables/vocabulary.ts";
import { closedProblem } from "../model/closed-problem.ts";
import type { SessionCommand } from "../model/commands.ts";
import { isFinished, type Plan } from "../model/plan.ts";
import type { CommandStamp, EventBody, Judgement } from "../model/state/events.ts";
import { sessionActor, type SessionState } from "../model/state/session.ts";
import { addMilliseconds } from "../model/time.ts";
import { hasEnded } from "../model/transitions.ts";
import { CANCELS, cancelOf, skipOf, startCountdown, type EventCancel } from "./continuation.ts";
import {
  findSession,
  LEASE_MS,
  leaseOf,
  offeredTo,
  RENEWAL_MS,
  sessionsOf,
  stopOf,
} from "./sessions.ts";

/**
 * What a session's word does to the plan. What changes nothing is refused as `nothing_new`: an update
 * that is refused leaves nothing in Temporal's history, and whoever sent it is told that all is well.
 * @param at ISO 8601 time.
 */
export function decideSession(
  plan: Plan,
  command: SessionCommand,
  stamp: CommandStamp,
  at: string,
): Judgement {
  if (command.type === "register_session") return register(plan, command, stamp);
  const session = findSession(plan, command.session_id);
  if (session === undefined) return { problem: unknownSession(command.session_id) };
  const isLeaving = command.type === "session_event" && command.event.type === "session.deleted";
  // Anyone who may operate may remove a session that nobody hears from any more.
  if (session.registered_by !== command.by && !isLeaving) return { problem: notYours(session) };
  switch (command.type) {
    case "claim_next":
      return claimNext(plan, session, stamp, at);
    case "heartbeat":
      return renew(plan, session, { ...stamp, ...noteOf(command) }, at);
    case "ack_prompt":
      return acknowledge(session, command, stamp);
    case "session_event":
      return stamped(eventsOf(plan, session, command, at), stamp);
  }
}

/** Why somebody may not speak as this session about this todo, or null. */
export function leaseProblem(
  plan: Plan,
  { session_id, todo_id, by }: { session_id: string; todo_id: string; by: string },
): Problem | null {
  const session = findSession(plan, session_id);
  if (session === undefined) return unknownSession(session_id);
  if (session.registered_by !== by) return notYours(session);
  return leaseOf(plan, session)?.todo_id === todo_id ? null : leaseLost(plan, session, todo_id);
}

/** What says that the session's hold on its todo is over, and gives the todo back. */
export function leaveEvents(plan: Plan, session: SessionState, by: string): EventBody[] {
  const lease = leaseOf(plan, session);
  return lease === null ? [] : [{ type: "todo.released", by, todo_id: lease.todo_id, data: {} }];
}

function register(
  plan: Plan,
  command: SessionCommand & { type: "register_session" },
  stamp: CommandStamp,
): Judgement {
  const closed = closedProblem(plan.state);
  if (closed !== null) return { problem: closed };
  const { session_id, assignee, session_type, agent = null, tools, language, by } = command;
  const known = findSession(plan, session_id);
  if (known !== undefined && known.registered_by !== by) return { problem: notYours(known) };
  if (known === undefined && sessionsOf(plan.state).length >= LIMITS.sessions) {
    return {
      problem: {
        code: "illegal_transition",
        detail: say("sessions_full", { most: LIMITS.sessions }),
        hint: say("sessions_full_hint"),
      },
    };
  }
  const data = {
    session_id,
    assignee,
    session_type,
    agent,
    tools: { write: tools?.write ?? true, edit: tools?.edit ?? true },
    language,
  };
  return {
    events: [
      ...(known === undefined ? [] : cancelled(known, "session_registered")),
      { type: "session.registered", by, data: { ...stamp, ...data } },
    ],
  };
}

function claimNext(plan: Plan, session: SessionState, stamp: CommandStamp, at: string): Judgement {
  const closed = closedProblem(plan.state);
  if (closed !== null) return { problem: closed };
  // One at a time (S3): what it holds is what it works on.
  if (plan.state.paused !== null || leaseOf(plan, session) !== null)
    return { problem: NOTHING_NEW };
  const [todo] = offeredTo(plan, session.assignee);
  if (todo === undefined) return { problem: NOTHING_NEW };
  const by = sessionActor(session.id);
  const run = todo.run + 1;
  const until = addMilliseconds(at, LEASE_MS);
  const lease = { session_id: session.id, todo_id: todo.id, run, until };
  return {
    events: [
      { type: "todo.claimed", by, todo_id: todo.id, data: { ...stamp, run } },
      // Any activity cancels (S3): it goes on by itself.
      ...cancelled(session, "todo_claimed"),
      { type: "session.leased", by, data: lease },
    ],
  };
}

function noteOf({ note }: { readonly note?: string }): { note?: string } {
  return note === undefined ? {} : { note };
}

function renew(
  plan: Plan,
  session: SessionState,
  said: CommandStamp & { readonly note?: string },
  at: string,
): Judgement {
  const lease = leaseOf(plan, session);
  if (lease === null) {
    const { lease: lost } = session;
    return {
      problem: lost === null ? holdsNothing(session) : leaseLost(plan, session, lost.todo_id),
    };
  }
  const until = addMilliseconds(at, LEASE_MS);
  const isNews = said.note !== undefined && said.note !== session.note;
  if (!isNews && until < addMilliseconds(lease.until, RENEWAL_MS)) return { problem: NOTHING_NEW };
  const data = { ...said, session_id: session.id, until };
  return { events: [{ type: "session.renewed", by: sessionActor(session.id), data }] };
}

function acknowledge(
  session: SessionState,
  { prompt_id }: SessionCommand & { type: "ack_prompt" },
  stamp: CommandStamp,
): Judgement {
  if (prompt_id === session.prompt?.id) {
    const data = { ...stamp, session_id: session.id, prompt_id };
    return { events: [{ type: "continuation.acknowledged", by: sessionActor(session.id), data }] };
  }
  // Acknowledged before, or a person came first.
  if (wasInjected(session, prompt_id)) return { problem: NOTHING_NEW };
  return {
    problem: {
      code: "invalid_command",
      detail: say("no_prompt", { session: session.id, prompt: prompt_id }),
      hint: say("no_prompt_hint"),
    },
  };
}

function wasInjected({ id, prompts }: SessionState, promptId: string): boolean {
  const number = Number(promptId.slice(`${id}.p`.length));
  return promptId === promptIdOf(id, number) && number >= 1 && number <= prompts;
}

/** The id of a session's prompt; it is never given to another one. */
export function promptIdOf(sessionId: string, number: number): string {
  return `${sessionId}.p${number}`;
}

type Told = SessionCommand & { type: "session_event" };

function eventsOf(plan: Plan, session: SessionState, { event, by }: Told, at: string): EventBody[] {
  const about = { session_id: session.id };
  // Agents end after their plans: what they tell then is nothing to an ended plan.
  if (isFinished(plan.state)) return [];
  if (event.type === "session.deleted") {
    return [
      ...cancelled(session, cancelOf(event)),
      ...leaveEvents(plan, session, by),
      { type: "session.deleted", by, data: about },
    ];
  }
  if (event.type === "session.idle") return stopEvents(plan, session, at);
  // Who works again after all is not where the pause found it: the resume says nothing to it.
  const isAtWork = session.skipped === "plan_paused" && cancelOf(event) !== undefined;
  const change = { ...changeBy(session, event, at), ...(isAtWork && { skipped: null }) };
  return [
    ...cancelled(session, cancelOf(event)),
    ...(Object.keys(change).length === 0
      ? []
      : [
          {
            type: "session.changed" as const,
            by: sessionActor(session.id),
            data: { ...about, cause: event.type, change },
          },
        ]),
  ];
}

/** Those that the pause alone kept from being continued: they still stand where they stopped. */
export function stopsAfterPause(plan: Plan, at: string): EventBody[] {
  return sessionsOf(plan.state)
    .filter(({ skipped }) => skipped === "plan_paused")
    .flatMap((session) => stopEvents(plan, session, at));
}

/** Nobody is told to go on in a plan that is over: what is counted down, or still to be said, is called off. */
export function endContinuations({ state }: Plan): EventBody[] {
  return sessionsOf(state).flatMap((session) => cancelled(session, "plan_ended"));
}

/** It has stopped: it is continued after the countdown, or not, with the reason. */
function stopEvents(plan: Plan, session: SessionState, at: string): EventBody[] {
  if (session.countdown !== null) return [];
  const by = "holdpoint";
  const stop = stopOf(plan, session, at);
  const why = skipOf(stop);
  if (why === null) {
    const { done, total, left } = stop.todos;
    const data = { session_id: session.id, ...startCountdown(at), done, total, left };
    return [{ type: "continuation.countdown", by, data }];
  }
  // The same reason again is no news.
  if (why === session.skipped) return [];
  return [{ type: "continuation.skipped", by, data: { session_id: session.id, why } }];
}

function cancelled(session: SessionState, row: ContinuationCancel | undefined): EventBody[] {
  if (row === undefined) return [];
  const clears = row === "plan_ended" || (isTold(row) && CANCELS[row].clears === true);
  const withdraws = clears && session.prompt !== null;
  if (session.countdown === null && !withdraws) return [];
  const data = {
    session_id: session.id,
    cause: row,
    ...(withdraws && { prompt_id: session.prompt!.id }),
  };
  const by = row === "plan_ended" ? "holdpoint" : sessionActor(session.id);
  return [{ type: "continuation.cancelled", by, data }];
}

function isTold(row: ContinuationCancel): row is EventCancel {
  return row in CANCELS;
}

type Change = Partial<
  Pick<SessionState, "agent" | "tools" | "recovering" | "last_error_at" | "background_tasks">
>;

/** What of the session is different after the event; nothing after most. */
function changeBy(session: SessionState, event: SessionEvent, at: string): Change {
  const { background_tasks: tasks } = session;
  switch (event.type) {
    case "session.error":
      return { last_error_at: at };
    case "session.recovering":
      return session.recovering ? {} : { recovering: true };
    case "session.recovered":
      return session.recovering ? { recovering: false } : {};
    case "background_task.started": {
      const { background_task_id: id } = event;
      if (tasks.includes(id) || tasks.length >= LIMITS.background_tasks) return {};
      return { background_tasks: [...tasks, id] };
    }
    case "background_task.ended": {
      const { background_task_id: id } = event;
      return tasks.includes(id) ? { background_tasks: tasks.filter((each) => each !== id) } : {};
    }
    case "message.updated": {
      const { agent, tools, role } = event;
      const now = tools && { write: tools.write ?? true, edit: tools.edit ?? true };
      const isOther = now && (now.write !== session.tools.write || now.edit !== session.tools.edit);
      const clears = role === "user" && session.last_error_at !== null;
      return {
        ...(agent !== undefined && agent !== session.agent && { agent }),
        ...(isOther && { tools: now }),
        ...(clears && { last_error_at: null }),
      };
    }
    default:
      return {};
  }
}

/** The command's mark on the first of its events. */
function stamped([first, ...others]: readonly EventBody[], stamp: CommandStamp): Judgement {
  if (first === undefined) return { problem: NOTHING_NEW };
  const marked = { ...first, data: { ...first.data, ...stamp } } as EventBody;
  return { events: [marked, ...others] };
}

const NOTHING_NEW: Problem = {
  code: "nothing_new",
  detail: say("nothing_new"),
  hint: say("nothing_new_hint"),
};

/** Why a word of a session is refused that the plan does not have. */
export function unknownSession(id: string): Problem {
  return {
    code: "session_not_found",
    detail: say("no_session", { id }),
    hint: say("no_session_hint"),
  };
}

function notYours({ id, registered_by }: SessionState): Problem {
  return {
    code: "forbidden",
    detail: say("session_of_other", { id, who: registered_by }),
    hint: say("session_of_other_hint"),
  };
}

function holdsNothing({ id }: SessionState): Problem {
  return {
    code: "lease_lost",
    detail: say("session_holds_nothing", { id }),
    hint: say("session_holds_nothing_hint"),
  };
}

/** Why the session does not hold the todo: it has said itself that it is done, its run is over otherwise, or it lost it. */
function leaseLost(plan: Plan, { id, lease }: SessionState, todoId: string): Problem {
  const todo = plan.todos.get(todoId);
  const by = sessionActor(id);
  const about = { id, todo: todoId };
  const isDelivered = todo?.delivered !== undefined && todo.claimed_by === by;
  const hint = say("session_said_it_hint");
  if (isDelivered || (todo?.status === "completed" && todo.completed_by === by)) {
    return { code: "lease_lost", detail: say("session_did_it", about), hint };
  }
  const wasItsRun = todo !== undefined && lease?.todo_id === todoId && lease.run === todo.run;
  if (wasItsRun && hasEnded(todo.status)) {
    const status = say(`status_${todo.status}`);
    return { code: "lease_lost", detail: say("session_run_ended", { ...about, status }), hint };
  }
  return { code: "lease_lost", detail: say("lease_lost", about), hint: say("lease_lost_hint") };
}

import type { Plan } from "../model/plan.ts";
import type { PlanEvent } from "../model/state/events.ts";
import type { SessionState } from "../model/state/session.ts";
import { findSession, sessionsOf } from "./sessions.ts";

type SessionPlanEvent = Extract<
  PlanEvent,
  { type: `session.${string}` } | { type: `continuation.${string}` }
>;

/** Moves the plan's sessions by what happened to one of them. */
export function moveSession(plan: Plan, event: SessionPlanEvent): void {
  const { state } = plan;
  const { session_id: id } = event.data;
  if (event.type === "session.registered") {
    const known = findSession(plan, id);
    // A session that comes back holds what it held, and is still told what it was to be told.
    if (known === undefined) state.sessions = [...sessionsOf(state), newSession(plan, event)];
    else Object.assign(known, saidAnew(event));
    return;
  }
  const session = findSession(plan, id);
  if (session === undefined) throw new Error(`The plan has no session "${id}".`);
  switch (event.type) {
    case "session.deleted":
      if (session.prompts > 0)
        state.deleted_prompts = Math.max(state.deleted_prompts ?? 0, session.prompts);
      state.sessions = sessionsOf(state).filter((other) => other.id !== id);
      return;
    case "session.changed":
      Object.assign(session, event.data.change);
      return;
    case "session.leased": {
      const { todo_id, run, until } = event.data;
      session.lease = { todo_id, run, until, version: state.version };
      session.note = null;
      return;
    }
    case "session.renewed":
      if (session.lease !== null) session.lease = { ...session.lease, until: event.data.until };
      session.note = event.data.note ?? session.note;
      return;
    case "session.lease_expired":
      return;
    case "continuation.countdown": {
      const { ends_at, seconds_left } = event.data;
      session.countdown = { ends_at, seconds_left };
      session.skipped = null;
      return;
    }
    case "continuation.injected":
      session.countdown = null;
      session.prompt = event.data.prompt;
      session.prompts += 1;
      return;
    case "continuation.acknowledged":
      session.prompt = null;
      return;
    case "continuation.cancelled":
      session.countdown = null;
      if (event.data.prompt_id !== undefined) session.prompt = null;
      return;
    case "continuation.skipped":
      session.countdown = null;
      session.skipped = event.data.why;
      return;
    default:
      event satisfies never;
  }
}

type RegisteredEvent = SessionPlanEvent & { type: "session.registered" };

function newSession({ state }: Plan, event: RegisteredEvent): SessionState {
  return {
    ...saidAnew(event),
    id: event.data.session_id,
    registered_by: event.by,
    registered_at: event.at,
    lease: null,
    last_error_at: null,
    prompt: null,
    note: null,
    prompts: state.deleted_prompts ?? 0,
  };
}

/** What a session says, also when it comes back; tasks beside it and a recovery ended with it. */
function saidAnew({ data }: RegisteredEvent) {
  const { session_type: type, assignee, agent, tools, language } = data;
  const over = { recovering: false, background_tasks: [], countdown: null, skipped: null };
  return { assignee, type, agent, tools, language, ...over };
}

import type { Session } from "../../contract/plan/agents/session.ts";
import type { BoardHead } from "../../contract/plan/board.ts";
import type { Language } from "../../contract/sentences/catalog.ts";
import { say, textOf } from "../../contract/sentences/sentence.ts";
import { changedSince } from "../edits/changed-since.ts";
import type { Plan } from "../model/plan.ts";
import type { PromptState, SessionState } from "../model/state/session.ts";
import { findSession, leaseOf, offeredTo, sessionsOf, tallyOf } from "../sessions/sessions.ts";

/** A session as people and agents see it. */
function viewSession(plan: Plan, session: SessionState): Session {
  const { lease: _, prompts: __, prompt, language, background_tasks, ...shown } = session;
  return {
    ...shown,
    plan_id: plan.state.id,
    language,
    background_tasks: [...background_tasks],
    lease: viewLease(plan, session),
    // Kept, and given once the plan goes on: before, there is nothing to go on with.
    prompt: prompt === null || plan.state.paused !== null ? null : viewPrompt(prompt, language),
    todos: tallyOf(plan, session),
  };
}

/** Addressed to an agent, so in the session's language and not in that of who reads this. */
function viewPrompt(prompt: PromptState, language: Language): Session["prompt"] {
  const { done, total, left } = prompt;
  return { ...prompt, text: textOf(say("continuation_prompt", { done, total, left }), language) };
}

function viewLease(plan: Plan, session: SessionState): Session["lease"] {
  const lease = leaseOf(plan, session);
  if (lease === null) return null;
  const changed = changedSince(plan, lease.todo_id, lease.version);
  if (changed === null) return lease;
  const { version, by, fields } = changed;
  return { ...lease, changed: { version, by, fields } };
}

/** All sessions of the plan, in the order of their registration. */
export function listSessions(plan: Plan): Session[] {
  return sessionsOf(plan.state).map((session) => viewSession(plan, session));
}

/** The sessions that are told to go on in a moment, for boards: what is left of their todos, and when. */
export function sessionCountdowns(
  plan: Plan,
): NonNullable<BoardHead["plan"]["session_countdowns"]> {
  return sessionsOf(plan.state).flatMap((session) => {
    const { id: session_id, countdown } = session;
    if (countdown === null) return [];
    return [{ session_id, ends_at: countdown.ends_at, left: tallyOf(plan, session).left }];
  });
}

/** A session, what it could claim, and the newest event that this look knows. */
export interface SessionLook {
  readonly session: Session;
  readonly offered: readonly string[];
  readonly seq: number;
}

/** A session, and the todos that it could claim now, first to do first; null when there is none. */
export function lookAtSession(plan: Plan, sessionId: string): SessionLook | null {
  const session = findSession(plan, sessionId);
  if (session === undefined) return null;
  const isFree = leaseOf(plan, session) === null && plan.state.paused === null;
  const offered = isFree ? offeredTo(plan, session.assignee).map(({ id }) => id) : [];
  return { session: viewSession(plan, session), offered, seq: plan.state.seq };
}

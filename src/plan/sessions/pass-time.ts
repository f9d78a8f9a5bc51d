import { isFinished, type Plan } from "../model/plan.ts";
import type { EventBody } from "../model/state/events.ts";
import type { SessionState } from "../model/state/session.ts";
import { nextTick, skipOf, tick } from "./continuation.ts";
import { leaveEvents, promptIdOf } from "./decide-session.ts";
import { leaseOf, sessionsOf, stopOf } from "./sessions.ts";

const SELF = "holdpoint";

/** What time alone does to sessions: leases end, countdowns go on and end. */
export function passSessionTime(plan: Plan, at: string): EventBody[] {
  return sessionsOf(plan.state).flatMap((session) => [
    ...endLease(plan, session, at),
    ...countDown(plan, session, at),
  ]);
}

/** The moments at which time does something to sessions, each with what is waited for until then. */
export function sessionDeadlines(plan: Plan): { readonly at: string; readonly title: string }[] {
  if (isFinished(plan.state)) return [];
  return sessionsOf(plan.state).flatMap((session) => {
    const { id, countdown } = session;
    const lease = leaseOf(plan, session);
    return [
      ...(lease === null ? [] : [{ at: lease.until, title: `Lease of session ${id}` }]),
      ...(countdown === null ? [] : [{ at: nextTick(countdown), title: `Session ${id} goes on` }]),
    ];
  });
}

/** A session that is not heard from has died: its todo is on offer again. */
function endLease(plan: Plan, session: SessionState, at: string): EventBody[] {
  const lease = leaseOf(plan, session);
  if (lease === null || lease.until > at) return [];
  const data = { session_id: session.id, lost: lease.todo_id };
  return [{ type: "session.lease_expired", by: SELF, data }, ...leaveEvents(plan, session, SELF)];
}

function countDown(plan: Plan, session: SessionState, at: string): EventBody[] {
  const { id, countdown, agent, prompts } = session;
  if (countdown === null || nextTick(countdown) > at) return [];
  const about = { session_id: id };
  const left = tick(countdown, at);
  const stop = stopOf(plan, session, at);
  if (left !== null) {
    return [
      { type: "continuation.countdown", by: SELF, data: { ...about, ...left, ...stop.todos } },
    ];
  }
  // What began meanwhile, such as a task in the background, need not have ended the countdown (S3).
  const why = skipOf(stop);
  if (why !== null) return [{ type: "continuation.skipped", by: SELF, data: { ...about, why } }];
  const prompt = { id: promptIdOf(id, prompts + 1), agent, injected_at: at, ...stop.todos };
  return [{ type: "continuation.injected", by: SELF, data: { ...about, prompt } }];
}

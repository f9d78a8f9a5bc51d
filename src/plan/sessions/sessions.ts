import { compareStartOrder } from "../model/order/ready-queue.ts";
import type { Plan } from "../model/plan.ts";
import { sessionActor, type SessionState, type Tally } from "../model/state/session.ts";
import type { PlanState } from "../model/state/state.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { hasEnded } from "../model/transitions.ts";
import { WORK } from "../model/work.ts";
import type { Stop } from "./continuation.ts";

/** How long a claim holds without a heartbeat. */
export const LEASE_MS = 60_000;
/** A heartbeat that comes sooner than this after the last one adds nothing worth writing down. */
export const RENEWAL_MS = 10_000;

/** The sessions of the plan; a plan that nobody has told of any has no list. */
export function sessionsOf({ sessions = [] }: PlanState): readonly SessionState[] {
  return sessions;
}

/** The session with this id, or undefined. */
export function findSession({ state }: Plan, id: string): SessionState | undefined {
  return sessionsOf(state).find((session) => session.id === id);
}

/** What the session holds: the todo that it claimed, as long as that is its own. */
export function leaseOf(plan: Plan, { id, lease }: SessionState): SessionState["lease"] {
  if (lease === null) return null;
  const todo = plan.todos.get(lease.todo_id);
  const isOwn = todo?.claimed_by === sessionActor(id) && todo.run === lease.run;
  return isOwn && todo.status === "in_progress" && todo.delivered === undefined ? lease : null;
}

/** The todos that the session could claim now, first to do first. */
export function offeredTo({ todos, positions, work }: Plan, assignee: string): TodoState[] {
  const orderOf = ({ id, priority }: TodoState) => ({ priority, position: positions.get(id)! });
  return [...work]
    .map((id) => todos.get(id)!)
    .filter((todo) => todo.assignee === assignee && todo.claimed_by === null)
    .toSorted((a, b) => compareStartOrder(orderOf(a), orderOf(b)));
}

/**
 * How far the todos are that the session is to do: those assigned to it that somebody claims and does.
 * Done is what does not have to be done any more.
 */
export function tallyOf({ state }: Plan, { assignee }: SessionState): Tally {
  const own = state.todos.filter(
    (todo) => todo.assignee === assignee && WORK[todo.work.kind].completedBy === "person",
  );
  const done = own.filter(({ status }) => hasEnded(status)).length;
  return { done, total: own.length, left: own.length - done };
}

/** The session as S3's rules look at it when it stops. */
export function stopOf(plan: Plan, session: SessionState, at: string): Stop {
  return {
    session,
    todos: tallyOf(plan, session),
    canWork: leaseOf(plan, session) !== null || offeredTo(plan, session.assignee).length > 0,
    isPaused: plan.state.paused !== null,
    at,
  };
}

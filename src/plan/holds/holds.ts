import { QUESTION_KINDS, type HoldStatus } from "../../contract/tables/vocabulary.ts";
import { markHold, type Plan } from "../model/plan.ts";
import type { OfHold } from "../model/state/events.ts";
import { isAsking, type HoldState } from "../model/state/hold.ts";
import { addMilliseconds } from "../model/time.ts";
import { markDependents } from "../todos/move-todo.ts";

/** The hold with this id: whole (`<plan_id>.h1`) or as it is called within the plan (`h1`). */
export function findHold(plan: Plan, id: string): HoldState | undefined {
  return plan.holds.get(id) ?? plan.holds.get(`${plan.state.id}.${id}`);
}

/** The hold with this id. @throws Error when there is none: callers hold ids that the plan gave. */
export function holdOf(plan: Plan, id: string): HoldState {
  const hold = plan.holds.get(id);
  if (hold === undefined) throw new Error(`The plan has no hold "${id}".`);
  return hold;
}

/** What the log says of the sort of a hold. */
export function sortOf(hold: HoldState): OfHold {
  return { kind: hold.kind, ...(isAsking(hold) && { of_agent: true }) };
}

/** The newest hold of a todo, open or not. */
export function newestHoldOf(plan: Plan, todoId: string): HoldState | undefined {
  return plan.newestHolds.get(todoId);
}

/**
 * The open holds that a message without a hold's id may mean: those of its todo (S4), which has several
 * only where an agent asks; for an answer without a todo, every question.
 */
export function openFor(
  plan: Plan,
  command: { readonly type: "approval" | "input"; readonly todo_id?: string },
): HoldState[] {
  const { type, todo_id } = command;
  const open = [...plan.openHolds.values()].filter(
    (hold) => todo_id === undefined || hold.todo_id === todo_id,
  );
  return open.filter(({ kind }) => QUESTION_KINDS.includes(kind) === (type === "input"));
}

/** What every new hold of a plan has; it waits without a deadline. */
export function newHold(plan: Plan, at: string) {
  return {
    id: `${plan.state.id}.h${plan.state.holds.length + 1}`,
    plan_id: plan.state.id,
    status: "open" as const,
    plan_version: plan.state.version,
    opened_at: at,
    deadline_at: null,
    remaining_ms: null,
    asked_by: null,
    assignee: null,
    on_timeout: "wait" as const,
    on_reject: "fail" as const,
    deciding: null,
    decisions: [],
    closed_reason: null,
  };
}

/** Ends a hold; what it asked about is moved by its caller. */
export function closeHold(plan: Plan, id: string, status: Exclude<HoldStatus, "open">): HoldState {
  const hold = holdOf(plan, id);
  plan.openHolds.delete(id);
  plan.askings.delete(id);
  plan.proposals.delete(id);
  // A failed todo is lost to those that wait for it once nobody is asked about it any more.
  if (hold.todo_id !== null) markDependents(plan, hold.todo_id);
  hold.status = status;
  hold.deciding = null;
  hold.remaining_ms = null;
  delete hold.escalates_to;
  return hold;
}

/** What is left of a hold's time, in milliseconds; undefined where it waits as long as it takes. */
export function leftOf({ deadline_at, remaining_ms }: HoldState, at: string): number | undefined {
  return deadline_at === null
    ? (remaining_ms ?? undefined)
    : Date.parse(deadline_at) - Date.parse(at);
}

/** A hold whose decision is taken back: what was left of its time when it was decided is left again from `at` on. */
export function takenBack({ state }: Plan, { deciding }: HoldState, at: string) {
  const left = deciding?.left_ms;
  if (left === undefined) return { deciding: null };
  return state.paused === null
    ? { deciding: null, deadline_at: addMilliseconds(at, left), remaining_ms: null }
    : { deciding: null, deadline_at: null, remaining_ms: left };
}

/** A pause: deadlines become what is left of them. */
export function freezeDeadlines(plan: Plan, at: string): void {
  for (const hold of plan.openHolds.values()) {
    if (hold.deadline_at === null) continue;
    hold.remaining_ms = Math.max(0, Date.parse(hold.deadline_at) - Date.parse(at));
    hold.deadline_at = null;
    markHold(plan, hold.id);
  }
}

/** The end of a pause: what was left of each deadline is left from `at` on. */
export function thawedDeadlines({ openHolds }: Plan, at: string): Record<string, string> {
  return Object.fromEntries(
    [...openHolds.values()].flatMap(({ id, remaining_ms }) =>
      remaining_ms === null ? [] : [[id, addMilliseconds(at, remaining_ms)]],
    ),
  );
}

/** Sets the deadlines that run again. */
export function thawDeadlines(plan: Plan, deadlines: Readonly<Record<string, string>>): void {
  for (const [id, deadline] of Object.entries(deadlines)) {
    const hold = holdOf(plan, id);
    hold.deadline_at = deadline;
    hold.remaining_ms = null;
    markHold(plan, id);
  }
}

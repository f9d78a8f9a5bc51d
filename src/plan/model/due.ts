import type { PlanState } from "./state/state.ts";
import type { TodoState } from "./state/todo-state.ts";
import { addMilliseconds } from "./time.ts";

const MINUTE = 60_000;
const UNITS: Readonly<Record<string, number>> = {
  m: MINUTE,
  h: 60 * MINUTE,
  d: 24 * 60 * MINUTE,
  w: 7 * 24 * 60 * MINUTE,
};

/**
 * When a todo should be done (ISO 8601, UTC), or null: as it says itself, or so long after the plan
 * started. It is shown and reminded of, and decides nothing.
 */
export function dueOf(
  { started_at }: Pick<PlanState, "started_at">,
  { due_at, due_in }: Pick<TodoState, "due_at" | "due_in">,
): string | null {
  if (due_at !== null) return addMilliseconds(due_at, 0);
  if (due_in === null || started_at === null) return null;
  return addMilliseconds(started_at, Number(due_in.slice(0, -1)) * UNITS[due_in.slice(-1)]!);
}

/** People are reminded when a tenth of the time is left, and of a short time not at all. */
const LEFT = 0.1;
const SHORTEST_MS = 60_000;

/** When people are reminded of a deadline that was set at `from`; null when the time is short. */
export function warnedAt(from: string, deadline: string): string | null {
  const left = Math.floor((Date.parse(deadline) - Date.parse(from)) * LEFT);
  return left < SHORTEST_MS ? null : addMilliseconds(deadline, -left);
}

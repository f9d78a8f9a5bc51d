import type { PlanState, TodoState } from "./state.ts";
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

import type { Progress } from "../contract/plan.ts";
import type { Plan } from "./plan.ts";

/**
 * How far the plan is, by S1's formula: (completed × 100 + sum of running %) / total. Skipped todos
 * count as completed and cancelled ones leave the total.
 * @param live percent of running todos as their heartbeats tell, by todo id; 0–100.
 */
export function progressOf(plan: Plan, live: ReadonlyMap<string, number> = new Map()): Progress {
  const { counts } = plan;
  const total = plan.state.todos.length - counts.cancelled;
  let running = 0;
  for (const id of plan.running) running += Math.min(100, Math.max(0, live.get(id) ?? 0));
  const done = (counts.completed + counts.skipped) * 100;
  const percentage = total === 0 ? 0 : Math.round(((done + running) / total) * 10) / 10;
  return { percentage, total, counts: { ...counts } };
}

import type { Progress } from "../contract/plan.ts";
import type { Plan } from "./plan.ts";

/**
 * S1's formula: (completed × 100 + sum of running %) / total, in percent with one decimal. Skipped
 * todos count as completed; cancelled ones are not in the total.
 */
export function percentageOf(
  counts: Readonly<Record<string, number>>,
  total: number,
  runningSum: number,
): number {
  if (total === 0) return 0;
  const done = ((counts["completed"] ?? 0) + (counts["skipped"] ?? 0)) * 100;
  return Math.round(((done + runningSum) / total) * 10) / 10;
}

/** How far the plan is, as far as the plan itself knows: running todos count as 0 %. */
export function progressOf(plan: Plan): Progress {
  const { counts } = plan;
  const total = plan.state.todos.length - counts.cancelled;
  return { percentage: percentageOf(counts, total, 0), total, counts: { ...counts } };
}

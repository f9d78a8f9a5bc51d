import type { Progress } from "../contract/plan.ts";
import type { Plan } from "./plan.ts";

/**
 * S1's formula: (completed × 100 + sum of running %) / total, in percent with one decimal. Skipped
 * todos count as completed; cancelled ones are not in the total. 9,999 of 10,000 are not 100 yet.
 */
export function percentageOf(
  counts: Readonly<Record<string, number>>,
  total: number,
  runningSum: number,
): number {
  if (total === 0) return 0;
  const done = ((counts["completed"] ?? 0) + (counts["skipped"] ?? 0)) * 100;
  const percent = (done + runningSum) / total;
  const rounded = Math.round(percent * 10) / 10;
  return percent < 100 ? Math.min(rounded, 99.9) : rounded;
}

/** How far the plan is, as far as the plan itself knows: running todos count as 0 %. */
export function progressOf(plan: Plan): Progress {
  const { counts } = plan;
  const total = plan.state.todos.length - counts.cancelled;
  return { percentage: percentageOf(counts, total, 0), total, counts: { ...counts } };
}

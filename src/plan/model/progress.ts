import type { Progress } from "../../contract/plan/plan.ts";
import { digestOf } from "./digest.ts";
import type { Plan } from "./plan.ts";
import type { TodoState } from "./state/todo-state.ts";

/**
 * How far running todos are, in percent by `<todo>.<run>`, as their heartbeats tell whoever asks
 * Temporal: it costs no history, so the plan itself does not know.
 */
export type Percents = Readonly<Record<string, number>>;

/**
 * S1's formula: (completed × 100 + sum of running %) / all todos, in percent with one decimal. No whole
 * percent is told before it is reached: 9,999 of 10,000 are not 100 yet, and S1 cuts the decimal off. `docs/progress.md` has its examples.
 */
export function percentageOf(counts: Readonly<Record<string, number>>, runningSum = 0): number {
  const total = totalOf(counts);
  if (total === 0) return 0;
  const percent = ((counts["completed"] ?? 0) * 100 + runningSum) / total;
  const rounded = Math.round(percent * 10) / 10;
  const isAhead = rounded > percent && Number.isInteger(rounded);
  return isAhead ? Math.floor(percent * 10) / 10 : rounded;
}

/** How far the plan is. */
export function progressOf(plan: Plan, live: Percents = {}): Progress {
  const { counts } = plan;
  let runningSum = 0;
  for (const id of plan.running) runningSum += percentOf(plan.todos.get(id)!, live);
  return {
    percentage: percentageOf(counts, runningSum),
    total: totalOf(counts),
    counts: { ...counts },
  };
}

/** How far a todo is; what is told of one that does not run, or is no percentage, is not believed. */
export function percentOf(
  { id, run, status, progress_percentage, delivered }: TodoState,
  live: Percents,
): number {
  if (status !== "in_progress") return progress_percentage;
  if (delivered !== undefined) return 100;
  const told: unknown = Object.hasOwn(live, `${id}.${run}`) ? live[`${id}.${run}`] : undefined;
  return typeof told === "number" && told >= 0 && told <= 100 ? told : progress_percentage;
}

/** Stands for the runs whose percents are known, by `<todo>.<run>`: another means that others run. */
export function runsDigest(keys: readonly string[]): string {
  return digestOf(keys.toSorted());
}

function totalOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

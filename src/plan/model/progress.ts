import type { Progress } from "../../contract/plan/plan.ts";
import type { Todo } from "../../contract/plan/todo.ts";
import { readWording, spelled, type Wording } from "../../contract/sentences/sentence.ts";
import { digestOf } from "./digest.ts";
import type { Plan } from "./plan.ts";
import type { TodoState } from "./state/todo-state.ts";

/** How far a running todo is, 0–100, and what its tool says that it does, or what keeps its agent from going on. */
export interface ToldProgress {
  readonly percentage: number;
  readonly message?: Wording;
}

/** Under this name is told what keeps the plan's own model from answering; no todo's run has it. */
export const THINKING = "thinking";

/**
 * What running todos tell by `<todo>.<run>`, as their heartbeats tell whoever asks Temporal: it
 * costs no history, so the plan itself does not know.
 */
export type LiveProgress = Readonly<Record<string, ToldProgress>>;

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
export function progressOf(plan: Plan, live: LiveProgress = {}): Progress {
  const { counts } = plan;
  let runningSum = 0;
  for (const id of plan.running) {
    runningSum += todoProgress(plan.todos.get(id)!, live).progress_percentage;
  }
  return {
    percentage: percentageOf(counts, runningSum),
    total: totalOf(counts),
    counts: { ...counts },
  };
}

/**
 * How far a todo is, and what its tool says that it does. What is told of a todo that does not run, or
 * is no percentage, is not believed.
 */
export function todoProgress(
  { id, run, status, progress_percentage, delivered }: TodoState,
  live: LiveProgress,
): Pick<Todo, "progress_percentage" | "progress_message" | "progress_message_said"> {
  if (status !== "in_progress") return { progress_percentage };
  if (delivered !== undefined) return { progress_percentage: 100 };
  const key = `${id}.${run}`;
  const { percentage } = heard(live, key);
  return {
    progress_percentage:
      typeof percentage === "number" && percentage >= 0 && percentage <= 100
        ? percentage
        : progress_percentage,
    ...spelled("progress_message", toldOf(live, key)),
  };
}

/** What is told under a name, as far as it reads as a text. */
export function toldOf(live: LiveProgress, key: string): Wording | undefined {
  return readWording(heard(live, key).message) || undefined;
}

function heard(live: LiveProgress, key: string): { percentage?: unknown; message?: unknown } {
  return (Object.hasOwn(live, key) ? (live[key] as Partial<ToldProgress> | null) : null) ?? {};
}

/** Stands for the runs whose progress is known, by `<todo>.<run>`: another means that others run. */
export function runsDigest(keys: readonly string[]): string {
  return digestOf(keys.toSorted());
}

function totalOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

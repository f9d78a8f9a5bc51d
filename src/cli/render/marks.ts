import type { PlanStatus, TodoStatus } from "../../contract/tables/vocabulary.ts";
import { words } from "../messages/i18n.ts";
import { cyan, dim, green, red, yellow } from "../terminal/colors.ts";

interface Mark {
  readonly sign: string;
  readonly paint: (text: string) => string;
}

/** Each status has a sign and a word besides its colour. */
export const TODO_MARKS = {
  pending: { sign: "○", paint: dim },
  blocked: { sign: "□", paint: dim },
  needs_approval: { sign: "◐", paint: yellow },
  in_progress: { sign: "▶", paint: cyan },
  completed: { sign: "✔", paint: green },
  failed: { sign: "✖", paint: red },
  skipped: { sign: "–", paint: dim },
  cancelled: { sign: "–", paint: dim },
} as const satisfies Record<TodoStatus, Mark>;

/** What stands before a todo: the sign of its status, or its word. */
export function markOf(status: TodoStatus, plain: boolean): string {
  return plain ? `[${words(`todo_${status}`)}]` : TODO_MARKS[status].sign;
}

export const PLAN_PAINTS = {
  pending: dim,
  running: cyan,
  completed: green,
  failed: red,
  cancelled: dim,
} as const satisfies Record<PlanStatus, (text: string) => string>;

/** What a plan does, in a word: its status, and what it waits for while it runs. */
export function planWord(plan: {
  readonly status: PlanStatus;
  readonly mode: string | null;
  readonly open_holds: number;
}): string {
  if (plan.status !== "running" && plan.status !== "pending") return words(`plan_${plan.status}`);
  if (plan.mode === "paused") return words("plan_paused");
  if (plan.mode === "plan_edit") return words("plan_being_edited");
  if (plan.open_holds > 0 || plan.mode === "input_request") return words("plan_waiting");
  return words(`plan_${plan.status}`);
}

/** Whether bars are drawn: for eyes, and not where programs read words and figures. */
export function drawsBars({
  plain,
  columns,
}: {
  readonly plain: boolean;
  readonly columns: number;
}): boolean {
  return !plain && Number.isFinite(columns);
}

/** A bar of so many columns. */
export function bar(percentage: number, columns: number): string {
  const full = Math.round((Math.min(100, Math.max(0, percentage)) / 100) * columns);
  return "█".repeat(full) + "░".repeat(columns - full);
}

import type { TodoStatus } from "../../../src/contract/vocabulary.ts";

/** S0 §2.3, `VALID_TRANSITIONS`, as the specification prints it. */
export const S0_TABLE: Readonly<Record<TodoStatus, readonly TodoStatus[]>> = {
  pending: ["in_progress", "blocked", "needs_approval", "cancelled"],
  blocked: ["pending", "cancelled"],
  needs_approval: ["pending", "cancelled"],
  in_progress: ["completed", "failed"],
  completed: [],
  failed: ["pending", "skipped", "cancelled"],
  skipped: [],
  cancelled: [],
};

/** The edges that the product declares beyond S0, for flows of S0 and S2 that its table lacks. */
export const EXTENSIONS: readonly (readonly [from: TodoStatus, to: TodoStatus])[] = [
  ["pending", "skipped"],
  ["pending", "failed"],
  ["blocked", "skipped"],
  ["needs_approval", "skipped"],
  ["needs_approval", "failed"],
  ["in_progress", "cancelled"],
];

export const STATUSES = Object.keys(S0_TABLE) as TodoStatus[];

/** Whether S0 or a declared extension has this edge; reads nothing of the plan core. */
export function isLegalMove(from: TodoStatus, to: TodoStatus): boolean {
  return S0_TABLE[from].includes(to) || EXTENSIONS.some(([a, b]) => a === from && b === to);
}

/** S0's final states, and `failed`, from which only a command could lead on. */
export function isOver(status: TodoStatus): boolean {
  return ["completed", "skipped", "cancelled", "failed"].includes(status);
}

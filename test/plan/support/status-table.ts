import type { TodoStatus } from "../../../src/contract/tables/vocabulary.ts";

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
export const EXTENSIONS: readonly (readonly [from: TodoStatus, to: TodoStatus, why: string])[] = [
  ["in_progress", "blocked", "S4: its agent asks what only a person can answer"],
  ["blocked", "in_progress", "S4: a person has answered"],
  ["pending", "skipped", "an operator skips a todo that has not started (S2)"],
  ["pending", "failed", "its input refers to a value that is not there"],
  ["blocked", "skipped", "an operator skips a todo that has not started (S2)"],
  ["blocked", "failed", "what it waits for failed, and a person is asked (S0 §7.2)"],
  ["needs_approval", "skipped", "a rejected approval skips (S0 §5.4)"],
  ["needs_approval", "failed", "an approval that timed out fails (S0 §5.4)"],
  ["in_progress", "cancelled", "the plan is cancelled while the todo runs"],
  ["in_progress", "pending", "a pause interrupted it"],
  ["in_progress", "skipped", "an operator skips a running todo, which has stopped"],
  ["failed", "blocked", "an edit gave it another dependency before its retry"],
  ["completed", "pending", "a person runs it again"],
  ["completed", "blocked", "what it waits for runs again"],
  ["skipped", "pending", "a person runs it after all"],
  ["skipped", "blocked", "a person runs it after all, and what it waits for is not done"],
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

import { todoOf, type Plan } from "./plan.ts";
import type { TodoState } from "./state/todo-state.ts";

/** The running todos that can be told to stop: between two attempts nothing runs, and what was given stays given. */
export function interruptible(plan: Plan): TodoState[] {
  return [...plan.running]
    .map((id) => todoOf(plan, id))
    .filter(
      ({ next_attempt, delivered, interrupted }) =>
        next_attempt === undefined && delivered === undefined && interrupted !== true,
    );
}

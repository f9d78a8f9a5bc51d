import { todoOf, type Plan } from "./plan.ts";
import type { TodoState } from "./state/todo-state.ts";

/** The running todos that an interrupt stops: what was given stays given. */
export function interruptible(plan: Plan): TodoState[] {
  return [...plan.running]
    .map((id) => todoOf(plan, id))
    .filter(({ delivered, interrupted }) => delivered === undefined && interrupted !== true);
}

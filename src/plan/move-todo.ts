import type { TodoStatus } from "../contract/vocabulary.ts";
import { todoOf, type Plan } from "./plan.ts";
import type { TodoState } from "./state.ts";
import { canMove, satisfiesDependents } from "./transitions.ts";

/**
 * Moves a todo to a status, and every index that depends on it.
 * @throws Error on an edge that the status table does not have: a defect, never bad input.
 */
export function moveTodo(plan: Plan, id: string, to: TodoStatus, at: string): TodoState {
  const todo = todoOf(plan, id);
  const from = todo.status;
  if (!canMove(from, to)) throw new Error(`Todo "${id}" cannot go from ${from} to ${to}.`);
  todo.status = to;
  todo.updated_at = at;
  plan.counts[from] -= 1;
  plan.counts[to] += 1;
  if (from === "in_progress") {
    plan.running.delete(id);
    delete todo.interrupted;
    plan.runArgs.delete(id);
  }
  if (from === "failed") {
    delete todo.asks_recovery;
    plan.failing.delete(id);
  }
  if (to === "in_progress") plan.running.add(id);
  if (to === "pending") plan.fresh.add(id);
  else plan.fresh.delete(id);
  if (satisfiesDependents(to)) {
    for (const dependentId of plan.dependents.get(id) ?? []) {
      const open = plan.openDependencies.get(dependentId)! - 1;
      plan.openDependencies.set(dependentId, open);
      if (open === 0 && todoOf(plan, dependentId).status === "blocked") {
        moveTodo(plan, dependentId, "pending", at);
      }
    }
  }
  return todo;
}

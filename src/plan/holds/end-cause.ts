import type { Wording } from "../../contract/sentences/sentence.ts";
import { todoOf, type Plan } from "../model/plan.ts";
import { stillStands, type CauseState } from "../model/state/replan.ts";
import { clearRecoveryRequest, finishReview, markDependents } from "../todos/move-todo.ts";

/**
 * What a model was asked about goes on: what waits for a result that was looked at may run, and of a
 * failure somebody has decided.
 * @param cameTo why nothing came of it, so that a person is asked about the failure; null when
 * something did.
 */
export function endCause(plan: Plan, cause: CauseState, at: string, cameTo: Wording | null): void {
  if (cause.todo_id === null || !stillStands(plan, cause)) return;
  const todo = todoOf(plan, cause.todo_id);
  if (cause.kind === "review") return finishReview(plan, todo, at);
  if (cameTo === null) {
    clearRecoveryRequest(plan, todo);
    return markDependents(plan, todo.id);
  }
  if (todo.replanned !== undefined) todo.replanned.came_to = cameTo;
  plan.failing.add(todo.id);
}

import { compareStartOrder, type StartOrder } from "../model/order/ready-queue.ts";
import { isAskedFirst, todoOf, type Plan } from "../model/plan.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { givenDigestOf } from "./arguments.ts";

/** The todos that start when there is a place, first to start first: also those of a plan that stands still. */
export function startable(plan: Plan): string[] {
  const unsorted = [...plan.fresh].filter((id) => {
    const todo = todoOf(plan, id);
    if (plan.openDependencies.get(id) !== 0 || todo.work.kind === "manual") return false;
    return !isAskedFirst(plan, todo) && !isInputUnchanged(plan, todo);
  });
  // What is to be sorted anew may be asked about first.
  const queued = plan.queue.inOrder().filter((id) => !plan.fresh.has(id));
  if (unsorted.length === 0) return queued;
  return [...queued, ...unsorted]
    .map((id) => ({ id, ...startOrderOf(plan, id) }))
    .sort(compareStartOrder)
    .map(({ id }) => id);
}

/** Whether a todo that completed before would run on the very same input again. */
export function isInputUnchanged(plan: Plan, todo: TodoState): boolean {
  if (todo.kept_digest === undefined) return false;
  return givenDigestOf(plan, todo) === todo.kept_digest;
}

/** What decides when a ready todo starts. */
export function startOrderOf(plan: Plan, id: string): StartOrder {
  return { priority: todoOf(plan, id).priority, position: plan.positions.get(id)! };
}

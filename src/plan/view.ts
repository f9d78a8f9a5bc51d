import type { PlanView } from "../contract/plan.ts";
import type { Todo } from "../contract/todo.ts";
import { modeOf } from "./mode.ts";
import type { Plan } from "./plan.ts";
import { progressOf } from "./progress.ts";
import type { TodoState } from "./state.ts";

/** A todo as people see it: with the plan's id and the todos that wait for it. */
export function viewTodo(plan: Plan, todo: TodoState): Todo {
  const { kept_digest: _, interrupted: __, asks_recovery: ___, ended_seq: ____, ...shown } = todo;
  return { ...shown, plan_id: plan.state.id, blocks: [...(plan.dependents.get(todo.id) ?? [])] };
}

/**
 * The plan with one page of its todos in plan order.
 * @param page zero-based offset and the greatest number of todos.
 */
export function viewPlan(plan: Plan, page: { offset: number; limit: number }): PlanView {
  const { state } = plan;
  const end = page.offset + page.limit;
  return {
    id: state.id,
    title: state.title,
    description: state.description,
    status: state.status,
    mode: modeOf(plan),
    version: state.version,
    owner: state.owner,
    tags: state.tags,
    max_parallel: state.max_parallel,
    approval: state.approval,
    failure: state.failure,
    plan_review: state.plan_review,
    created_at: state.created_at,
    started_at: state.started_at,
    completed_at: state.completed_at,
    paused: state.paused,
    ended_because: state.ended_because ?? state.ending?.reason ?? null,
    progress: progressOf(plan),
    open_holds: plan.openHolds.size,
    forked_from: state.forked_from ?? null,
    seq: state.seq,
    todos: state.todos.slice(page.offset, end).map((todo) => viewTodo(plan, todo)),
    todo_count: state.todos.length,
    next_offset: end < state.todos.length ? end : null,
  };
}

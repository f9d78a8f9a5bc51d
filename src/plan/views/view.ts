import type { PlanView } from "../../contract/plan/plan.ts";
import { spelled } from "../../contract/sentences/sentence.ts";
import { viewRemembered } from "../holds/remember.ts";
import type { Plan } from "../model/plan.ts";
import { progressOf, THINKING, toldOf, type LiveProgress } from "../model/progress.ts";
import { budgetOf } from "../model/state/budget.ts";
import { viewGoal } from "../model/state/goal.ts";
import { viewTodo } from "../todos/flat-fields.ts";
import { modeOf } from "./board/mode.ts";

/** The plan without its todos. */
export function viewHead(
  plan: Plan,
  live: LiveProgress = {},
): Omit<PlanView, "todos" | "todo_count" | "next_offset"> {
  const { state } = plan;
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
    budget_usd: budgetOf(state),
    spent: state.spent,
    approval: state.approval,
    approval_policy: state.approval_policy ?? {},
    failure: state.failure,
    replan_policy: state.replan_policy,
    plan_review: state.plan_review,
    locked: state.locked,
    created_at: state.created_at,
    started_at: state.started_at,
    completed_at: state.completed_at,
    archived_at: state.archived_at,
    paused: state.paused,
    ended_because: null,
    ...spelled("ended_because", state.ended_because ?? state.ending?.reason),
    progress: progressOf(plan, live),
    open_holds: plan.openHolds.size,
    ...(plan.remembered.size > 0 && { remembered: viewRemembered(plan) }),
    forked_from: state.forked_from ?? null,
    planning: state.planning,
    goal: state.goal === null ? null : viewGoal(state.goal),
    ...spelled("thinking_message", toldOf(live, THINKING)),
    seq: state.seq,
  };
}

/**
 * The plan with one page of its todos in plan order.
 * @param page zero-based offset and the greatest number of todos.
 */
export function viewPlan(
  plan: Plan,
  page: { offset: number; limit: number },
  live?: LiveProgress,
): PlanView {
  const { todos } = plan.state;
  const end = page.offset + page.limit;
  return {
    ...viewHead(plan, live),
    todos: todos.slice(page.offset, end).map((todo) => viewTodo(plan, todo, live)),
    todo_count: todos.length,
    next_offset: end < todos.length ? end : null,
  };
}

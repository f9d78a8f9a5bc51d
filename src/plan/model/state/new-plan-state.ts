import { addEvent } from "./log.ts";
import type { PlanState } from "./state.ts";

/** What a plan is made of when nothing has happened to it. */
export type PlanContent = Pick<
  PlanState,
  | "title"
  | "description"
  | "tags"
  | "max_parallel"
  | "budget_usd"
  | "approval"
  | "approval_policy"
  | "failure"
  | "replan_policy"
  | "plan_review"
  | "locked"
  | "approval_timeout_seconds"
  | "context"
  | "todos"
  | "next_todo"
  | "removed_runs"
  | "forked_from"
> &
  Partial<Pick<PlanState, "planning" | "goal">>;

/**
 * The state of a plan that has not started: its log begins with its creation, which is version 1.
 * @param given who makes it, under which id, and when (ISO 8601).
 */
export function newPlanState(
  given: { readonly id: string; readonly owner: string; readonly at: string },
  content: PlanContent,
): PlanState {
  const { id, owner, at } = given;
  const state: PlanState = {
    id,
    owner,
    planning: null,
    goal: null,
    ...content,
    status: "pending",
    version: 1,
    created_at: at,
    started_at: null,
    completed_at: null,
    archived_at: null,
    raised_budget_usd: null,
    spent: { turns: 0, input_tokens: 0, output_tokens: 0, cost_usd: 0 },
    orchestrator: { turns: 0, said: [] },
    paused: null,
    ending: null,
    ended_because: null,
    versions: [],
    holds: [],
    earlier_ends: [],
    seen: [],
    seq: 0,
    events: [],
    archive: [],
  };
  const { title, todos, forked_from } = content;
  const data = { title, todo_count: todos.length, ...(forked_from && { forked_from }) };
  const { seq } = addEvent(state, { type: "plan.created", by: owner, data }, at);
  state.versions.push({
    version: 1,
    change_type: "created",
    at,
    by: owner,
    reason: null,
    seq,
    changes: { todos: [], settings: null },
    of_version: null,
  });
  return state;
}

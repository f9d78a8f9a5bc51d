import type { ForkInput } from "../contract/plan.ts";
import type { Problem } from "../contract/problem.ts";
import { findCheckpoint, versionAt } from "./checkpoints.ts";
import { compareByRank, newTodoState } from "./definition.ts";
import { inputDigestOf } from "./holds.ts";
import { newPlanState } from "./new-plan-state.ts";
import type { Plan } from "./plan.ts";
import type { PlanState, TodoState } from "./state.ts";
import { satisfiesDependents } from "./transitions.ts";
import { structureAt } from "./versions.ts";

/**
 * A new plan with the structure that another had at a moment. What was done by then stays done; what
 * ran on something that is done again is looked at again, and runs only if its input changed.
 * Answers and skips are kept; approvals are not: each is for one run, of the plan it was given in.
 * Changes nothing.
 * @param given the new plan's id and owner, and the time (ISO 8601).
 */
export function forkPlan(
  source: Plan,
  input: Omit<ForkInput, "id">,
  given: { readonly id: string; readonly owner: string; readonly at: string },
): { state: PlanState } | { problem: Problem } {
  const { state } = source;
  const seq = momentOf(state, input);
  if (typeof seq !== "number") return seq;
  const version = versionAt(state, seq);
  const { todos: definitions, settings } = structureAt(state, version);
  const todos = [...definitions.values()].sort(compareByRank).map((definition): TodoState => {
    const now = source.todos.get(definition.id);
    if (now === undefined || !wasDone(now, seq)) return newTodoState(definition);
    const { ended_seq: _, kept_digest: __, ...done } = now;
    return { ...done, ...definition };
  });
  fitStatuses(source, todos);
  const { approval_timeout_seconds, context, next_todo } = state;
  return {
    state: newPlanState(given, {
      ...settings,
      title: input.title ?? settings.title,
      plan_review: input.plan_review ?? state.plan_review,
      approval_timeout_seconds,
      context,
      todos,
      next_todo,
      forked_from: { plan_id: state.id, version, seq },
    }),
  };
}

/** The sequence number from which to fork. */
function momentOf(state: PlanState, input: Omit<ForkInput, "id">): number | { problem: Problem } {
  const { version, checkpoint_id } = input;
  const missing = (detail: string, hint: string) => ({
    problem: { code: "version_not_found" as const, detail, hint, current_version: state.version },
  });
  if (version !== undefined && checkpoint_id !== undefined) {
    const detail = 'Say where to fork by "version" or by "checkpoint_id".';
    const errors = [{ pointer: "/version", detail }];
    return {
      problem: { code: "validation_failed", detail, hint: "Leave one of them out.", errors },
    };
  }
  if (version !== undefined) {
    const made = state.versions.find((known) => known.version === version);
    return (
      made?.seq ?? missing(`There is no version ${version}.`, "Choose one of the plan's versions.")
    );
  }
  if (checkpoint_id === undefined) return state.seq;
  return (
    findCheckpoint(state, checkpoint_id)?.seq ??
    missing(`There is no checkpoint "${checkpoint_id}".`, "Choose one of the plan's checkpoints.")
  );
}

function wasDone({ status, ended_seq = 0 }: TodoState, seq: number): boolean {
  return satisfiesDependents(status) && ended_seq <= seq;
}

/**
 * Waiting todos are pending or blocked. One that was done on something that is done again waits to
 * see whether its input changes, as after a rerun.
 */
function fitStatuses(source: Plan, todos: readonly TodoState[]): void {
  const byId = new Map(todos.map((todo) => [todo.id, todo]));
  const dependents = new Map<string, TodoState[]>();
  for (const todo of todos) {
    for (const id of todo.depends_on) {
      dependents.set(id, [...(dependents.get(id) ?? []), todo]);
    }
  }
  const open = todos.filter(({ status }) => !satisfiesDependents(status));
  for (const todo of open) {
    for (const dependent of dependents.get(todo.id) ?? []) {
      if (dependent.status !== "completed") continue;
      const digest = inputDigestOf(source, dependent);
      Object.assign(dependent, { status: "blocked", completed_at: null, progress_percentage: 0 });
      if (digest !== null) dependent.kept_digest = digest;
      // The loop comes to it as well.
      open.push(dependent);
    }
  }
  for (const todo of open) {
    const waits = todo.depends_on.some((id) => {
      const dependency = byId.get(id);
      return dependency !== undefined && !satisfiesDependents(dependency.status);
    });
    todo.status = waits ? "blocked" : "pending";
  }
}

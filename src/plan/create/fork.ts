import type { ForkInput } from "../../contract/plan/plan.ts";
import type { Problem, ProblemDetail } from "../../contract/problems/problem.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { findCheckpoint, versionAt } from "../edits/checkpoints.ts";
import { structureAt } from "../edits/versions.ts";
import { dependentsOf } from "../model/order/dependents-of.ts";
import { compareByRank } from "../model/order/plan-order.ts";
import type { Plan } from "../model/plan.ts";
import { forkGoal } from "../model/state/goal.ts";
import { newPlanState } from "../model/state/new-plan-state.ts";
import type { PlanState } from "../model/state/state.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { satisfiesDependents } from "../model/transitions.ts";
import { givenDigestOf } from "../todos/arguments.ts";
import { endsAt } from "../todos/earlier-ends.ts";
import { newTodoState, toStructure } from "../todos/flat-fields.ts";

/**
 * A new plan with the structure that another had at a moment. What was done by then stays done; what
 * ran on something that is done again is looked at again, and runs only if its input changed.
 * Answers and skips that let the others go on are kept; approvals and rejections are not: each is for
 * one run, of the plan it was given in.
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
  const ends = endsAt(source, seq);
  const todos = [...definitions.values()].sort(compareByRank).map((definition): TodoState => {
    const then = ends.get(definition.id);
    if (then === undefined || !satisfiesDependents({ ...then, in_review: false }))
      return newTodoState(definition);
    const { replanned: _, approved_under: __, ...done } = then;
    // What is kept had ended before the fork began: with its first event.
    const anew = { in_review: false, approved_digest: null, ended_seq: 1 };
    return { ...done, ...toStructure(definition), ...anew };
  });
  fitStatuses(source, todos);
  const { approval_timeout_seconds, context, next_todo, locked } = state;
  return {
    state: newPlanState(given, {
      ...settings,
      title: input.title ?? settings.title,
      plan_review: input.plan_review ?? state.plan_review,
      locked,
      approval_timeout_seconds,
      context,
      todos,
      next_todo,
      planning: state.planning,
      goal: state.goal === null ? null : forkGoal(state.goal),
      forked_from: { plan_id: state.id, version, seq },
    }),
  };
}

/** The sequence number from which to fork. */
function momentOf(state: PlanState, input: Omit<ForkInput, "id">): number | { problem: Problem } {
  const { version, checkpoint_id } = input;
  const missing = (detail: Sentence, hint: Sentence, place: ProblemDetail) => ({
    problem: {
      code: "version_not_found" as const,
      detail,
      hint,
      current_version: state.version,
      errors: [place],
    },
  });
  if (version !== undefined && checkpoint_id !== undefined) {
    const detail = say("version_or_checkpoint");
    const errors = [{ pointer: "/version", detail }];
    return {
      problem: { code: "validation_failed", detail, hint: say("leave_one_out"), errors },
    };
  }
  if (version !== undefined) {
    const made = state.versions.find((known) => known.version === version);
    const place = { pointer: "/version", detail: say("names_no_version") };
    return made?.seq ?? missing(say("no_version", { version }), say("choose_version"), place);
  }
  if (checkpoint_id === undefined) return state.seq;
  const checkpoint = findCheckpoint(state, checkpoint_id);
  if (checkpoint !== null) return checkpoint.seq;
  const place = { pointer: "/checkpoint_id", detail: say("names_no_checkpoint") };
  return missing(say("no_checkpoint", { id: checkpoint_id }), say("choose_checkpoint"), place);
}

/**
 * Waiting todos are pending or blocked. One that was done on something that is done again waits to
 * see whether its input changes, as after a rerun.
 */
function fitStatuses(source: Plan, todos: readonly TodoState[]): void {
  const byId = new Map(todos.map((todo) => [todo.id, todo]));
  const dependents = dependentsOf(todos);
  const open = todos.filter((todo) => !satisfiesDependents(todo));
  for (const todo of open) {
    for (const dependent of dependents.get(todo.id) ?? []) {
      if (dependent.status !== "completed") continue;
      // One that a rerun has sent back since knows what it was done on.
      const digest = dependent.kept_digest ?? givenDigestOf(source, dependent);
      const again = { status: "blocked", completed_at: null, progress_percentage: 0 };
      // What a person wrote when approving was for a run of the other plan.
      Object.assign(dependent, { ...again, approved_args: null });
      if (digest !== null) dependent.kept_digest = digest;
      // The loop comes to it as well.
      open.push(dependent);
    }
  }
  for (const todo of todos) if (todo.status === "completed") delete todo.kept_digest;
  for (const todo of open) {
    const waits = todo.depends_on.some((id) => {
      const dependency = byId.get(id);
      return dependency !== undefined && !satisfiesDependents(dependency);
    });
    todo.status = waits ? "blocked" : "pending";
  }
}

import type { NewPlanInput } from "../../contract/plan/plan.ts";
import { TODO_DEFAULTS } from "../../contract/tables/vocabulary.ts";
import { jsonEqual } from "../model/digest.ts";
import type { PlanState } from "../model/state/state.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { definitionOf } from "../todos/flat-fields.ts";

/** A plan as a person would write it to have it again: without what became of it. */
export function exportPlan(state: PlanState): NewPlanInput {
  const { title, description, max_parallel, approval, plan_review, failure, tags, context } = state;
  const {
    approval_policy = {},
    approval_timeout_seconds,
    replan_policy,
    locked,
    budget_usd,
    planning,
  } = state;
  const written = {
    title,
    description,
    max_parallel,
    budget_usd,
    approval,
    approval_policy,
    replan_policy,
    plan_review,
    locked,
    approval_timeout_seconds,
    failure,
    tags,
    context,
  };
  return {
    ...spoken(written, PLAN_DEFAULTS),
    ...(planning && { planning }),
    title,
    todos: state.todos.map(writtenTodo),
  };
}

const PLAN_DEFAULTS = {
  approval: "marked",
  approval_policy: {},
  replan_policy: "confirm",
  plan_review: false,
  locked: false,
  tags: [],
  failure: {},
  context: {},
};

function writtenTodo(todo: TodoState): NewPlanInput["todos"][number] {
  // The order of the list says what ranks and times of creation say here, the other fields the kind.
  const { id, title, rank: _, created_at: __, kind, ...rest } = definitionOf(todo);
  const said = kind === "milestone" ? { kind } : {};
  return { id, title, ...said, ...spoken(rest, TODO_DEFAULTS) };
}

/** The fields that say something: neither null nor what they are when nobody says anything. */
function spoken<Fields extends object>(
  fields: Fields,
  defaults: Readonly<Record<string, unknown>>,
): Partial<Fields> {
  const said = Object.entries(fields).filter(
    ([key, value]) => value !== null && !(key in defaults && jsonEqual(value, defaults[key])),
  );
  return Object.fromEntries(said) as Partial<Fields>;
}

import type { Json } from "../../contract/text.ts";
import type { RunTodo } from "../effects.ts";
import { isLong } from "../model/long-todos.ts";
import { isStepMode, needsApproval, todoOf, type Plan } from "../model/plan.ts";
import type { PlanState } from "../model/state/state.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { satisfiesDependents } from "../model/transitions.ts";
import { carriesMuch } from "../todos/carried-results.ts";
import { findReferences } from "../todos/references.ts";

/** How many todos a segment has at the most. */
export const SEGMENT_TODOS = 250;

/**
 * Part of a plan that a worker runs in one activity, by this same core: quick todos that run now, and
 * those that can run after them with nothing else between. It is a plan of its own, whose other todos
 * only give results.
 */
export interface Segment {
  readonly state: PlanState;
  /** The todos that run now, as the plan has them. */
  readonly runs: readonly RunTodo[];
  /** All that may run, in plan order. */
  readonly members: readonly string[];
}

/**
 * Whether a todo may run in a segment: its tool says that it takes milliseconds and may be repeated, and
 * nobody has to do anything with its result before others get it.
 */
export function isQuick(plan: Plan, todo: TodoState): boolean {
  const { work, output_path, review_result, delivered } = todo;
  if (work.kind !== "tool" || isLong(todo)) return false;
  if (output_path !== null || review_result || delivered !== undefined) return false;
  // A segment does not know what the plan carries.
  return plan.state.quick_tools?.includes(work.tool_name) === true && !carriesMuch(plan);
}

/**
 * Cuts segments for quick todos that are to run now. What can only run after them, and what waits for
 * nothing but a place, comes along; a todo is in one segment only.
 */
export function cutSegments(plan: Plan, runs: readonly RunTodo[]): Segment[] {
  const taken = new Set(runs.map(({ todo_id }) => todo_id));
  const segments: Segment[] = [];
  for (let first = 0; first < runs.length; first += SEGMENT_TODOS) {
    const own = runs.slice(first, first + SEGMENT_TODOS);
    const members = own.map(({ todo_id }) => todo_id);
    addFollowers(plan, members, taken);
    segments.push({ runs: own, members, state: stateOf(plan, members) });
  }
  return segments;
}

/** Adds to `members` while there is room; the list grows while it is walked. */
function addFollowers(plan: Plan, members: string[], taken: Set<string>): void {
  // What runs goes on in a pause, and nothing else begins.
  if (isStepMode(plan.state) || plan.state.paused !== null) return;
  const own = new Set(members);
  const add = (id: string): void => {
    if (members.length === SEGMENT_TODOS || taken.has(id)) return;
    const todo = todoOf(plan, id);
    if (!mayFollow(plan, todo) || !todo.depends_on.every(isThere)) return;
    taken.add(id);
    own.add(id);
    members.push(id);
  };
  const isThere = (id: string): boolean => {
    const dependency = plan.todos.get(id);
    return dependency === undefined || own.has(id) || satisfiesDependents(dependency);
  };
  for (const id of members) plan.dependents.get(id)!.forEach(add);
  if (members.length === SEGMENT_TODOS) return;
  const waiting = members.length;
  plan.queue.inOrder().forEach(add);
  for (const id of members.slice(waiting)) plan.dependents.get(id)!.forEach(add);
}

function mayFollow(plan: Plan, todo: TodoState): boolean {
  const { status, approved_args, kept_digest, unfinished } = todo;
  if (status !== "pending" && status !== "blocked") return false;
  if (needsApproval(plan, todo) || approved_args !== null || kept_digest !== undefined)
    return false;
  if (unfinished !== undefined) return false;
  return isQuick(plan, todo);
}

/** The plan as the segment knows it: nothing but its todos, and the results that they use. */
function stateOf(plan: Plan, members: readonly string[]): PlanState {
  const own = new Set(members);
  const used = new Set(members);
  for (const id of members) {
    const { work, input_data } = todoOf(plan, id);
    const values: (Json | null)[] = [work.kind === "tool" ? work.tool_params : null, input_data];
    for (const { todo_id } of values.flatMap((value) => findReferences(value).references)) {
      if (plan.todos.get(todo_id)?.status === "completed") used.add(todo_id);
    }
  }
  const { replan: _, sessions: __, line_key: ___, proof_keys: ____, ...state } = plan.state;
  return {
    ...state,
    context: {},
    goal: null,
    planning: null,
    plan_review: false,
    paused: null,
    // One after another, in the order in which the plan would start them.
    max_parallel: 1,
    todos: plan.state.todos
      .filter(({ id }) => used.has(id))
      .map((todo) => (own.has(todo.id) ? todo : asSource(todo))),
    versions: [],
    holds: [],
    earlier_ends: [],
    seen: [],
    events: [],
    archive: [],
  };
}

/** A todo that is over: others get its result. */
function asSource(todo: TodoState): TodoState {
  return { ...todo, depends_on: [], in_review: false };
}

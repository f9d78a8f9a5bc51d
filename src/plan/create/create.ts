import type { NewPlan } from "../../contract/plan/plan.ts";
import type { NewTodo } from "../../contract/plan/todo.ts";
import type { Problem, ProblemDetail } from "../../contract/problems/problem.ts";
import { sayNearest } from "../../contract/sentences/say-nearest.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Json } from "../../contract/text.ts";
import { findCycle } from "../edits/find-cycle.ts";
import { Mistakes } from "../model/mistakes.ts";
import { firstRanks } from "../model/order/ranks.ts";
import { newPlanState } from "../model/state/new-plan-state.ts";
import type { PlanState } from "../model/state/state.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { checkBudget } from "../todos/answers/answer.ts";
import { policyMistake } from "../todos/approval-policy.ts";
import {
  newTodoState,
  toDefinition,
  toSource,
  nextAskedMistake,
  unaskedMistake,
  untimelyMistake,
  workMistake,
} from "../todos/flat-fields.ts";
import { findReferences, type Reference } from "../todos/references.ts";
import { referenceMistake, type OutputOf } from "../todos/result-paths.ts";

/** Names of tools by what they say of themselves. */
export interface ToolMarks {
  /** Todos of these may run together. */
  readonly quick: readonly string[];
  /** What these do cannot be undone. */
  readonly irreversible: readonly string[];
  /** A person is asked before these run, whatever a plan says. */
  readonly approval: readonly string[];
}

export const NO_MARKS: ToolMarks = { quick: [], irreversible: [], approval: [] };

/** What is known of the tools of a new plan. */
interface PlanTools {
  /** Their results: references to parts that no result has are refused. */
  readonly output?: OutputOf;
  readonly marks?: ToolMarks;
}

/** The same plan, which knows what its tools say of themselves. */
export function withToolMarks(
  state: PlanState,
  { quick, irreversible, approval }: ToolMarks,
): PlanState {
  return {
    ...state,
    ...(quick.length > 0 && { quick_tools: quick }),
    ...(irreversible.length > 0 && { irreversible_tools: irreversible }),
    ...(approval.length > 0 && { approval_tools: approval }),
  };
}

/** Todos of a cycle that are named. */
const MAX_NAMED = 50;

/** Of so many unknown ids it is said which one was meant: each is compared with all. */
const HINTS = 5;

/**
 * A new plan's state from what a person wrote, or every reason why it cannot be one: duplicate ids,
 * unknown dependencies, references to nothing, cycles (the path is named).
 * @param given its id and owner, and the ISO 8601 time of creation.
 */
export function createPlan(
  input: NewPlan,
  given: { id: string; owner: string; at: string },
  { output: outputOf = () => undefined, marks = NO_MARKS }: PlanTools = {},
): { state: PlanState } | { problem: Problem } {
  const ids = nameTodos(input.todos);
  const mistakes = new Mistakes();
  const budget = checkBudget();
  const known = new Map<string, number>();
  ids.forEach((id, position) => {
    const first = known.get(id);
    if (first === undefined) known.set(id, position);
    else {
      mistakes.add("duplicate_todo", () => ({
        pointer: `/todos/${position}/id`,
        detail: say("id_taken", { id, place: first + 1 }),
      }));
    }
  });
  const policy = policyMistake("/approval_policy", input.approval_policy);
  if (policy !== null) mistakes.add("validation_failed", () => policy);
  const dependencies = ids.map(() => new Set<string>());
  // No todo waits for itself: its own id is not what somebody meant.
  const othersOf = (position: number): string[] => ids.filter((_, place) => place !== position);
  input.todos.forEach((todo, position) => {
    for (const { id, pointerOf, used } of dependenciesOf(todo, position, known, mistakes)) {
      const place = known.get(id);
      if (place !== undefined) {
        dependencies[position]!.add(id);
        const detail =
          used === null || mistakes.areEnough
            ? null
            : referenceMistake(used, { ...toSource(input.todos[place]!), id }, outputOf);
        if (detail !== null) {
          mistakes.add("validation_failed", () => ({ pointer: pointerOf(), detail }));
        }
      } else if (input.unknown_dependencies === "refuse" || used !== null) {
        mistakes.add("unknown_dependency", () =>
          unknown(id, pointerOf(), mistakes.count <= HINTS ? othersOf(position) : []),
        );
      }
    }
    const isDemanded = marks.approval.includes(todo.tool_name ?? "");
    const wrong =
      workMistake(todo, budget) ??
      unaskedMistake(todo, isDemanded) ??
      (isDemanded ? untimelyMistake(todo) : null) ??
      nextAskedMistake(todo, input.approval_policy);
    if (wrong !== null) {
      const pointer = `/todos/${position}${wrong.pointer}`;
      mistakes.add("validation_failed", () => ({ pointer, detail: wrong.detail }));
    }
    todo.blocks.forEach((id, place) => {
      const blocked = known.get(id);
      if (blocked !== undefined) dependencies[blocked]!.add(ids[position]!);
      else if (input.unknown_dependencies === "refuse") {
        const pointer = `/todos/${position}/blocks/${place}`;
        mistakes.add("unknown_dependency", () =>
          unknown(id, pointer, mistakes.count <= HINTS ? othersOf(position) : []),
        );
      }
    });
  });
  dependencies.forEach(({ size }, position) => {
    if (size <= LIMITS.dependencies_per_todo) return;
    mistakes.add("validation_failed", () => ({
      pointer: `/todos/${position}/depends_on`,
      detail: say("waits_for_too_many", { most: LIMITS.dependencies_per_todo }),
    }));
  });
  if (mistakes.count > 0) return { problem: toProblem(mistakes) };

  const cycle = findCycle(
    ids.map((id, position) => ({ id, depends_on: [...dependencies[position]!] })),
  );
  if (cycle !== null) return { problem: cycleProblem(cycle, known) };

  const ranks = firstRanks(ids.length);
  const todos = input.todos
    .map((todo, position) => ({
      todo,
      id: ids[position]!,
      depends_on: [...dependencies[position]!],
      created: Date.parse(todo.created_at ?? given.at),
    }))
    .sort((a, b) => a.created - b.created)
    .map(({ todo, id, depends_on }, position): TodoState => {
      const definition = toDefinition(todo, {
        id,
        rank: ranks[position]!,
        depends_on,
        at: given.at,
      });
      return {
        ...newTodoState(definition),
        status: depends_on.length === 0 ? "pending" : "blocked",
      };
    });
  const state = newPlanState(given, {
    title: input.title,
    description: input.description ?? null,
    tags: input.tags,
    max_parallel: input.max_parallel,
    budget_usd: input.budget_usd ?? null,
    replan_policy: input.replan_policy,
    approval: input.approval,
    approval_policy: input.approval_policy,
    failure: input.failure,
    plan_review: input.plan_review,
    locked: input.locked,
    approval_timeout_seconds: input.approval_timeout_seconds,
    context: input.context,
    todos,
    next_todo: todos.length + 1,
    planning: input.planning ?? null,
  });
  return { state: withToolMarks(state, marks) };
}

/** Ids as written; a todo without one is called after its place, as in `todo_003`. */
function nameTodos(todos: readonly NewTodo[]): string[] {
  const taken = new Set(todos.flatMap((todo) => todo.id ?? []));
  return todos.map((todo, position) => {
    if (todo.id !== undefined) return todo.id;
    let id = `todo_${String(position + 1).padStart(3, "0")}`;
    while (taken.has(id)) id = `${id}_`;
    taken.add(id);
    return id;
  });
}

/** What a todo waits for; `used` is the reference by which it needs the result itself. */
function dependenciesOf(
  todo: NewTodo,
  position: number,
  known: ReadonlyMap<string, unknown>,
  errors: Mistakes,
): { id: string; pointerOf: () => string; used: Reference | null }[] {
  const declared = todo.depends_on.map((id, place) => ({
    id,
    pointerOf: () => `/todos/${position}/depends_on/${place}`,
    used: null,
  }));
  const inputs: [string, Json][] = [
    ["tool_params", todo.tool_params],
    ["input_data", todo.input_data ?? null],
  ];
  const referred = inputs.flatMap(([field, value]) => {
    const { references, mistakes } = findReferences(value, (id) => known.has(id));
    const base = `/todos/${position}/${field}`;
    for (const { pointer, detail } of mistakes) {
      errors.add("validation_failed", () => ({ pointer: base + pointer, detail }));
    }
    if (typeof value === "object" && value !== null && Object.hasOwn(value, "$from")) {
      const detail = say("reference_names_argument", { example: '{"input": {"$from": "b"}}' });
      errors.add("validation_failed", () => ({ pointer: base, detail }));
    }
    return references.map((reference) => ({
      id: reference.todo_id,
      pointerOf: () => base + reference.pointer,
      used: reference,
    }));
  });
  return [...declared, ...referred];
}

function unknown(id: string, pointer: string, ids: readonly string[]): ProblemDetail {
  return { pointer, detail: sayNearest(say("no_todo_here", { id }), id, ids) };
}

function toProblem(mistakes: Mistakes): Problem {
  const first = mistakes.named[0]!;
  return {
    code: mistakes.codeOr("validation_failed"),
    detail: mistakes.count === 1 ? first.detail : say("values_invalid", { count: mistakes.count }),
    hint: mistakes.named.every(canBeIgnored)
      ? say("unknown_dependencies_hint")
      : say("correct_plan"),
    errors: mistakes.named,
  };
}

/** A reference cannot: nothing could fill it in. */
const canBeIgnored = ({ code, pointer }: ProblemDetail): boolean =>
  code === "unknown_dependency" && /^\/todos\/\d+\/(depends_on|blocks)\/\d+$/.test(pointer);

function cycleProblem(cycle: readonly string[], known: ReadonlyMap<string, number>): Problem {
  const left = cycle.length - MAX_NAMED;
  const shown =
    left <= 0 ? cycle : [...cycle.slice(0, MAX_NAMED - 5), `(+${left})`, ...cycle.slice(-5)];
  return {
    code: "dependency_cycle",
    detail: say("wait_in_circle", { path: shown.join(" → ") }),
    hint: say("unlink_one"),
    errors: cycle.slice(0, Math.min(cycle.length - 1, MAX_NAMED)).map((id, place) => ({
      pointer: `/todos/${known.get(id)}/depends_on`,
      code: "dependency_cycle",
      detail: say("waits_for", { id, other: cycle[place + 1] ?? "" }),
    })),
  };
}

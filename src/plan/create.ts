import type { NewPlan } from "../contract/plan.ts";
import type { Problem, ProblemCode, ProblemDetail } from "../contract/problem.ts";
import type { NewTodo } from "../contract/todo.ts";
import type { Json } from "../contract/text.ts";
import { firstRanks, newTodoState, toDefinition } from "./definition.ts";
import { humanMistake } from "./answer.ts";
import { findCycle } from "./find-cycle.ts";
import { findReferences } from "./references.ts";
import { newPlanState } from "./new-plan-state.ts";
import type { PlanState, TodoState } from "./state.ts";

const MAX_ERRORS = 50;

/**
 * A new plan's state from what a person wrote, or every reason why it cannot be one: duplicate ids,
 * unknown dependencies, references to nothing, circles (the path is named).
 * @param at ISO 8601 time of creation.
 */
export function createPlan(
  input: NewPlan,
  given: { id: string; owner: string; at: string },
): { state: PlanState } | { problem: Problem } {
  const ids = nameTodos(input.todos);
  const errors: (ProblemDetail & { code: ProblemCode })[] = [];
  const known = new Map<string, number>();
  ids.forEach((id, position) => {
    const first = known.get(id);
    if (first === undefined) known.set(id, position);
    else {
      errors.push({
        pointer: `/todos/${position}/id`,
        code: "duplicate_todo",
        detail: `"${id}" is already the id of todo ${first + 1}; give each todo its own.`,
      });
    }
  });
  const dependencies = ids.map(() => new Set<string>());
  input.todos.forEach((todo, position) => {
    for (const { id, pointer, used } of dependenciesOf(todo, position, errors)) {
      if (known.has(id)) dependencies[position]!.add(id);
      else if (input.unknown_dependencies === "refuse" || used) {
        errors.push(unknown(id, pointer));
      }
    }
    const wrong = todo.input_request == null ? null : humanMistake(todo);
    if (wrong !== null) {
      const pointer = `/todos/${position}/input_request${wrong.pointer}`;
      errors.push({ pointer, code: "validation_failed", detail: wrong.detail });
    }
    todo.blocks.forEach((id, place) => {
      const blocked = known.get(id);
      if (blocked !== undefined) dependencies[blocked]!.add(ids[position]!);
      else if (input.unknown_dependencies === "refuse") {
        errors.push(unknown(id, `/todos/${position}/blocks/${place}`));
      }
    });
  });
  if (errors.length > 0) return { problem: toProblem(errors) };

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
    approval: input.approval,
    failure: input.failure,
    plan_review: input.plan_review,
    approval_timeout_seconds: input.approval_timeout_seconds,
    context: input.context,
    todos,
    next_todo: todos.length + 1,
  });
  return { state };
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

/** What a todo waits for; `used` when it needs the result itself, which nothing else could give. */
function dependenciesOf(
  todo: NewTodo,
  position: number,
  errors: (ProblemDetail & { code: ProblemCode })[],
): { id: string; pointer: string; used: boolean }[] {
  const declared = todo.depends_on.map((id, place) => ({
    id,
    pointer: `/todos/${position}/depends_on/${place}`,
    used: false,
  }));
  const inputs: [string, Json][] = [
    ["tool_params", todo.tool_params],
    ["input_data", todo.input_data ?? null],
  ];
  const referred = inputs.flatMap(([field, value]) => {
    const { references, mistakes } = findReferences(value);
    const base = `/todos/${position}/${field}`;
    for (const { pointer, detail } of mistakes) {
      errors.push({ pointer: base + pointer, code: "validation_failed", detail: `${detail}.` });
    }
    if (typeof value === "object" && value !== null && Object.hasOwn(value, "$from")) {
      const detail =
        'A reference stands for one argument: name it, as in {"input": {"$from": "b"}}.';
      errors.push({ pointer: base, code: "validation_failed", detail });
    }
    return references.map((reference) => ({
      id: reference.todo_id,
      pointer: base + reference.pointer,
      used: true,
    }));
  });
  return [...declared, ...referred];
}

function unknown(id: string, pointer: string): ProblemDetail & { code: ProblemCode } {
  return {
    pointer,
    code: "unknown_dependency",
    detail: `There is no todo "${id}" in this plan.`,
  };
}

function toProblem(errors: (ProblemDetail & { code: ProblemCode })[]): Problem {
  const first = errors[0]!;
  const codes = new Set(errors.map((error) => error.code));
  return {
    code: codes.size === 1 ? first.code : "validation_failed",
    detail: errors.length === 1 ? first.detail : `${errors.length} places need a change.`,
    hint:
      first.code === "unknown_dependency"
        ? 'Add the missing todo, correct the id, or ask for "unknown_dependencies": "ignore".'
        : "Change the named places and send the plan again; nothing was created.",
    errors: errors.slice(0, MAX_ERRORS),
  };
}

function cycleProblem(cycle: readonly string[], known: ReadonlyMap<string, number>): Problem {
  const left = cycle.length - MAX_ERRORS;
  const shown =
    left <= 0 ? cycle : [...cycle.slice(0, MAX_ERRORS - 5), `(${left} more)`, ...cycle.slice(-5)];
  return {
    code: "dependency_cycle",
    detail: `These todos wait for each other: ${shown.join(" → ")}.`,
    hint: "Remove one of these dependencies.",
    errors: cycle.slice(0, Math.min(cycle.length - 1, MAX_ERRORS)).map((id, place) => ({
      pointer: `/todos/${known.get(id)}/depends_on`,
      code: "dependency_cycle",
      detail: `"${id}" waits for "${cycle[place + 1]}".`,
    })),
  };
}

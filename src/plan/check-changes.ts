import type { PlanChanges, TodoChange, TodoDefinition } from "../contract/edit.ts";
import type { Problem, ProblemDetail } from "../contract/problem.ts";
import { LIMITS } from "../contract/vocabulary.ts";
import { humanMistake } from "./answer.ts";
import { findCycle } from "./find-cycle.ts";
import { changedFields } from "./versions.ts";
import type { Plan } from "./plan.ts";
import { findReferences } from "./references.ts";
import type { TodoState } from "./state.ts";

/** Fields of a running todo that do not change what is running. */
const SAFE_WHILE_RUNNING = new Set<keyof TodoDefinition>([
  "title",
  "description",
  "priority",
  "layer",
  "tags",
  "context",
  "rank",
]);

/**
 * Why a set of changes cannot be made to the plan as it stands, or null: running and finished todos,
 * unknown dependencies, circles, too many todos or none.
 * @param mayChangeDone a rollback may give finished todos their old definition; they stay done.
 */
export function checkChanges(
  plan: Plan,
  changes: PlanChanges,
  mayChangeDone = false,
): Problem | null {
  const after = new Map<string, TodoDefinition>(plan.state.todos.map((todo) => [todo.id, todo]));
  const errors: ProblemDetail[] = [];
  for (const change of changes.todos) {
    const todo = plan.todos.get(change.todo_id);
    const reason = todo === undefined ? null : untouchable(todo, change, mayChangeDone);
    if (reason !== null)
      errors.push({
        pointer: `/todos/${change.todo_id}`,
        detail: reason,
        code: "todo_not_editable",
      });
    if (change.after === null) after.delete(change.todo_id);
    else after.set(change.todo_id, change.after);
  }
  if (after.size === 0)
    return refusal([{ pointer: "", detail: "A plan needs at least one todo." }]);
  if (after.size > LIMITS.todos) {
    return refusal([{ pointer: "", detail: `A plan holds at most ${LIMITS.todos} todos.` }]);
  }
  for (const { todo_id, after: definition } of changes.todos) {
    if (definition !== null) errors.push(...brokenLinks(todo_id, definition, after));
  }
  if (errors.length > 0) return refusal(errors);
  const cycle = findCycle([...after.values()]);
  if (cycle === null) return null;
  return {
    code: "dependency_cycle",
    detail: `These todos would wait for each other: ${cycle.join(" → ")}.`,
    hint: "Nothing was changed. Leave one of these dependencies out.",
  };
}

function untouchable(todo: TodoState, change: TodoChange, mayChangeDone: boolean): string | null {
  const fields = change.after === null ? null : changedFields(change.before, change.after);
  switch (todo.status) {
    case "pending":
    case "blocked":
    case "needs_approval":
    case "failed":
      return null;
    case "in_progress": {
      if (fields === null) return "It is running and cannot be removed.";
      const unsafe = fields.filter((field) => !SAFE_WHILE_RUNNING.has(field));
      return unsafe.length === 0 ? null : `It is running; ${unsafe.join(", ")} cannot change now.`;
    }
    case "completed":
    case "skipped":
    case "cancelled": {
      if (mayChangeDone || fields?.every((field) => field === "rank") === true) return null;
      return `It is ${todo.status} and stays as it was; rerun it to change it.`;
    }
  }
}

function brokenLinks(
  id: string,
  definition: TodoDefinition,
  after: ReadonlyMap<string, TodoDefinition>,
): ProblemDetail[] {
  const unknown = definition.depends_on
    .filter((dependency) => !after.has(dependency))
    .map((dependency) => ({
      pointer: `/todos/${id}/depends_on`,
      detail: `"${id}" would wait for "${dependency}", which is not in the plan.`,
      code: "unknown_dependency" as const,
    }));
  const mistakes = [definition.tool_params, definition.input_data ?? {}]
    .flatMap((value) => findReferences(value).mistakes)
    .map(({ pointer, detail }) => ({ pointer: `/todos/${id}${pointer}`, detail: `${detail}.` }));
  const wrong = humanMistake(definition);
  const question =
    wrong === null
      ? []
      : [{ pointer: `/todos/${id}/input_request${wrong.pointer}`, detail: wrong.detail }];
  return [...unknown, ...mistakes, ...question];
}

function refusal(errors: readonly ProblemDetail[]): Problem {
  const [first] = errors;
  const codes = new Set(errors.map(({ code }) => code ?? "invalid_edit"));
  return {
    code: codes.size === 1 ? (first?.code ?? "invalid_edit") : "invalid_edit",
    detail:
      errors.length === 1 ? (first?.detail ?? "") : `${errors.length} todos cannot be changed so.`,
    hint: "Nothing was changed.",
    errors: errors.slice(0, 50),
  };
}

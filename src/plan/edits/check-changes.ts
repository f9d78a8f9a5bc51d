import type { PlanChanges, TodoChange, TodoDefinition } from "../../contract/plan/edit.ts";
import type { Problem, ProblemDetail } from "../../contract/problems/problem.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { jsonEqual } from "../model/digest.ts";
import { demandsApproval, isRunning, todoOf, type Plan } from "../model/plan.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { hasEnded } from "../model/transitions.ts";
import { checkBudget, type CheckBudget } from "../todos/answers/answer.ts";
import { policyMistake } from "../todos/approval-policy.ts";
import { assignmentField } from "../todos/arguments.ts";
import {
  definitionOf,
  nextAskedMistake,
  unaskedMistake,
  untimelyMistake,
  workMistake,
} from "../todos/flat-fields.ts";
import { findReferences } from "../todos/references.ts";
import { referenceMistake } from "../todos/result-paths.ts";
import { isStopped, mayAsk } from "../todos/skip-todo.ts";
import { findCycle } from "./find-cycle.ts";
import { changedFields } from "./versions.ts";

/** How many mistakes are named, and looked for. */
const MOST = 50;

/** Fields that say nothing about what is done, now or when it is done again. */
export const DESCRIBING = new Set<keyof TodoDefinition>([
  "title",
  "description",
  "priority",
  "layer",
  "tags",
  "context",
  "assignee",
  "due_at",
  "due_in",
  "rank",
]);
/** Fields that are looked at once an attempt has ended. */
const READ_AT_END = new Set<keyof TodoDefinition>(["optional", "max_retries", "failure"]);

/**
 * Why a set of changes cannot be made to the plan as it stands, or null: running and finished todos,
 * unknown dependencies, cycles, too many todos or none.
 * @param mayChangeDone a rollback may give finished todos their old definition, and they stay done; one that runs
 * again may get another.
 */
export function checkChanges(
  plan: Plan,
  changes: PlanChanges,
  mayChangeDone = false,
): Problem | null {
  const after = new Map<string, Pick<TodoDefinition, "id" | "depends_on">>(plan.todos);
  const sources = new Map<string, TodoDefinition>();
  const errors: ProblemDetail[] = [];
  const policy = policyMistake("/approval_policy", changes.settings?.after.approval_policy ?? {});
  if (policy !== null) errors.push(policy);
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
    else {
      after.set(change.todo_id, change.after);
      sources.set(change.todo_id, change.after);
    }
  }
  if (after.size === 0) return refusal([{ pointer: "", detail: say("needs_a_todo") }]);
  if (after.size > LIMITS.todos) {
    return refusal([{ pointer: "", detail: say("too_many_todos", { most: LIMITS.todos }) }]);
  }
  const users = new Set<string>();
  const budget = checkBudget();
  for (const { todo_id, after: definition } of changes.todos) {
    if (definition === null) continue;
    errors.push(...brokenLinks(todo_id, definition, after, budget));
    errors.push(...brokenReferences(definition, (id) => sources.get(id) ?? definedAs(plan, id)));
    for (const user of plan.dependents.get(todo_id) ?? []) users.add(user);
    if (errors.length >= MOST) return refusal(errors);
  }
  errors.push(...nextAskedMistakes(plan, changes), ...untimelyMistakes(plan, changes));
  for (const user of users) {
    if (sources.has(user) || hasEnded(todoOf(plan, user).status)) continue;
    errors.push(...brokenReferences(definitionOf(todoOf(plan, user)), (id) => sources.get(id)));
    if (errors.length >= MOST) return refusal(errors);
  }
  if (errors.length > 0) return refusal(errors);
  const cycle = findCycle([...after.values()]);
  if (cycle === null) return null;
  return {
    code: "dependency_cycle",
    detail: say("would_wait_in_circle", { path: cycle.join(" → ") }),
    hint: say("unlink_unchanged"),
  };
}

/** Why what is written says who approves and asks nobody, or null. Who only ends the asking may leave that as it is. */
export function unaskedProblem(plan: Plan, { todos }: PlanChanges): Problem | null {
  const errors = todos.flatMap(({ todo_id, before, after }): ProblemDetail[] => {
    if (after === null || jsonEqual(before?.approval, after.approval)) return [];
    return inTodo(todo_id, unaskedMistake(after, demandsApproval(plan, after.tool_name)));
  });
  return errors.length === 0 ? null : refusal(errors);
}

/** A mistake in a todo's definition, where the todo stands in the plan. */
function inTodo(id: string, wrong: ProblemDetail | null): ProblemDetail[] {
  if (wrong === null) return [];
  return [{ pointer: `/todos/${id}${wrong.pointer}`, detail: wrong.detail }];
}

function untouchable(todo: TodoState, change: TodoChange, mayChangeDone: boolean): Sentence | null {
  const { id } = todo;
  const fields = change.after === null ? null : changedFields(change.before, change.after);
  // An agent that waits for an answer runs all the same.
  switch (isRunning(todo) ? "in_progress" : todo.status) {
    case "pending":
    case "blocked":
    case "needs_approval":
    case "failed":
      return null;
    case "in_progress": {
      if (fields === null) return say("runs_not_removed", { id });
      if (isTakenOver(todo, change)) return null;
      const assigns = assignmentField(change.before);
      const unsafe = fields.filter(
        (field) => field === assigns || !(DESCRIBING.has(field) || READ_AT_END.has(field)),
      );
      return unsafe.length === 0
        ? null
        : say("runs_not_changed", { id, fields: unsafe.join(", ") });
    }
    case "completed":
    case "skipped":
    case "cancelled": {
      // What was skipped because of another todo has not been done: an edit may free it.
      if (isStopped(todo) || mayChangeDone || fields?.every((field) => field === "rank") === true)
        return null;
      const found = { id, status: say(`status_${todo.status}`) };
      return say(fields === null ? "done_not_removed" : "done_not_changed", found);
    }
  }
}

/** Whether a person does from now on what an agent is at, which is told to stop. */
export function isTakenOver(
  { work, skipping, stopping, interrupted, delivered }: TodoState,
  { after }: Pick<TodoChange, "after">,
): boolean {
  const isStopping = skipping !== undefined || stopping !== undefined || interrupted === true;
  // One whose result is only to be written has nothing to stop.
  const isAtWork = work.kind === "agent" && !isStopping && delivered === undefined;
  return isAtWork && after !== null && after.kind === "manual";
}

function brokenLinks(
  id: string,
  definition: TodoDefinition,
  after: ReadonlyMap<string, unknown>,
  budget: CheckBudget,
): ProblemDetail[] {
  if (definition.depends_on.length > LIMITS.dependencies_per_todo) {
    const detail = say("waits_for_too_many", { most: LIMITS.dependencies_per_todo });
    return [{ pointer: `/todos/${id}/depends_on`, detail }];
  }
  const unknown = definition.depends_on
    .filter((dependency) => !after.has(dependency))
    .map((dependency) => ({
      pointer: `/todos/${id}/depends_on`,
      detail: say("would_wait_for_none", { id, other: dependency }),
      code: "unknown_dependency" as const,
    }));
  const mistakes = inputsOf(definition).flatMap(([field, value]) =>
    findReferences(value, (other) => after.has(other)).mistakes.map(({ pointer, detail }) => ({
      pointer: `/todos/${id}/${field}${pointer}`,
      detail,
    })),
  );
  return [...unknown, ...mistakes, ...inTodo(id, workMistake(definition, budget))];
}

/** Where time is written to approve what a tool has to ask a person. What said so before stays: it does not count. */
function untimelyMistakes(plan: Plan, { todos }: PlanChanges): ProblemDetail[] {
  return todos.flatMap(({ todo_id, before, after }) => {
    if (after === null || !demandsApproval(plan, after.tool_name)) return [];
    const wrong = untimelyMistake(after);
    const isNew = before?.tool_name !== after.tool_name || untimelyMistake(before) === null;
    return isNew ? inTodo(todo_id, wrong) : [];
  });
}

/** Who would be asked next and may not decide: by what the changes write, and by all whose plan says anew who may. */
function nextAskedMistakes({ state }: Plan, { todos, settings }: PlanChanges): ProblemDetail[] {
  const policy = settings?.after.approval_policy;
  const changed = new Set(todos.map(({ todo_id }) => todo_id));
  // What is done can be given no other names.
  const others = state.todos.filter(
    (todo) =>
      policy !== undefined &&
      todo.approval.escalate_to !== undefined &&
      !changed.has(todo.id) &&
      mayAsk(todo),
  );
  const written = todos.flatMap(({ before, after }) =>
    after === null || (policy === undefined && asksTheSame(before, after)) ? [] : [after],
  );
  return [...written, ...others.map(definitionOf)].flatMap((definition) =>
    inTodo(definition.id, nextAskedMistake(definition, policy ?? state.approval_policy)),
  );
}

/** Whether a change says nothing about who is asked, and who may decide. */
function asksTheSame(before: TodoDefinition | null, after: TodoDefinition): boolean {
  const isQuestion = (todo: TodoDefinition): boolean => todo.input_request !== null;
  return (
    before !== null &&
    isQuestion(before) === isQuestion(after) &&
    jsonEqual(before.approval, after.approval)
  );
}

function definedAs(plan: Plan, id: string): TodoDefinition | undefined {
  const todo = plan.todos.get(id);
  return todo === undefined ? undefined : definitionOf(todo);
}

/** References to what the result that they name can never have. */
function brokenReferences(
  definition: TodoDefinition,
  sourceOf: (id: string) => TodoDefinition | undefined,
): ProblemDetail[] {
  return inputsOf(definition).flatMap(([field, value]) =>
    findReferences(value).references.flatMap((reference) => {
      const source = sourceOf(reference.todo_id);
      // What tools give is known outside of the plan, where edits are checked as well.
      const detail =
        source === undefined ? null : referenceMistake(reference, source, () => undefined);
      return detail === null
        ? []
        : [{ pointer: `/todos/${definition.id}/${field}${reference.pointer}`, detail }];
    }),
  );
}

/** What a todo gets, by the field that says so. */
function inputsOf({ tool_params, input_data }: TodoDefinition) {
  return Object.entries({ tool_params, input_data: input_data ?? {} });
}

function refusal(errors: readonly ProblemDetail[]): Problem {
  const [first] = errors;
  const codes = new Set(errors.map(({ code }) => code ?? "invalid_edit"));
  return {
    code: codes.size === 1 ? (first?.code ?? "invalid_edit") : "invalid_edit",
    detail:
      errors.length === 1 ? first!.detail : say("todos_unchangeable", { count: errors.length }),
    hint: say("nothing_changed"),
    errors: errors.slice(0, MOST),
  };
}

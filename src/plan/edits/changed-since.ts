import type { Comparison, PlanVersion, TodoDefinition } from "../../contract/plan/edit.ts";
import type { Json } from "../../contract/text.ts";
import type { Plan } from "../model/plan.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { definitionOf } from "../todos/flat-fields.ts";
import { changedFields } from "./versions.ts";

/** What of a claimed todo says what to do, for whom and by when; its place among others says nothing to who does it. */
const TOLD = new Set<keyof TodoDefinition>([
  "title",
  "description",
  "context",
  "tags",
  "assignee",
  "due_at",
  "due_in",
  "output_path",
]);

/** How a todo differs from what somebody knows of it. */
export interface TodoDifference {
  /** The newest version that touched it, and who made that. */
  readonly version: number;
  readonly by: string;
  readonly fields: Comparison["changed"][number]["fields"];
  readonly since: readonly PlanVersion[];
}

/** What says what a person is to do: no argument does. */
const WORDS = ["kind", "title", "description"] as const satisfies (keyof TodoDefinition)[];

/** Whether a person would now do something else by the todo than it said in a version, or nobody had to do it then. */
export function isOtherWork(plan: Plan, todo: TodoState, version: number): boolean {
  if (todo.work.kind !== "manual") return false;
  const then = changesAfter(plan, todo.id, version)[0]?.before ?? null;
  const now = definitionOf(todo);
  return then !== null && WORDS.some((field) => then[field] !== now[field]);
}

/**
 * What a todo says otherwise than it did in a version, or null. What was changed and taken back is no difference.
 * @param known undefined where nobody knows which version that was.
 */
export function changedSince(
  plan: Plan,
  todoId: string,
  known: number | undefined,
): TodoDifference | null {
  const todo = plan.todos.get(todoId);
  if (todo === undefined || known === undefined) return null;
  const found = changesAfter(plan, todoId, known);
  const since = found.map(({ made }) => made);
  const [newest, then] = [since.at(-1), found[0]?.before];
  if (newest === undefined || then == null) return null;
  const now = definitionOf(todo);
  const fields = changedFields(then, now)
    .filter((field) => TOLD.has(field))
    .map((field) => ({ field, before: then[field] as Json, after: now[field] as Json }));
  return fields.length === 0 ? null : { version: newest.version, by: newest.by, fields, since };
}

/** The versions after one that changed a todo, the oldest first, each with what the todo was before it. */
function changesAfter(
  { state }: Plan,
  todoId: string,
  version: number,
): { readonly made: PlanVersion; readonly before: TodoDefinition | null }[] {
  const first = state.versions.findLastIndex((made) => made.version <= version) + 1;
  return state.versions.slice(first).flatMap((made) => {
    const change = made.changes.todos.find(({ todo_id }) => todo_id === todoId);
    return change === undefined ? [] : [{ made, before: change.before }];
  });
}

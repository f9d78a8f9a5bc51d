import type {
  Comparison,
  PlanChanges,
  PlanSettings,
  PlanVersion,
  TodoChange,
  TodoDefinition,
  VersionView,
} from "../../contract/plan/edit.ts";
import type { Json } from "../../contract/text.ts";
import { jsonEqual } from "../model/digest.ts";
import { compareByRank } from "../model/order/plan-order.ts";
import type { Plan } from "../model/plan.ts";
import type { PlanState } from "../model/state/state.ts";
import { definitionOf } from "../todos/flat-fields.ts";

type Settings = ReturnType<typeof settingsOf>;

/** The structure of a plan at one version. */
export interface Structure {
  readonly todos: ReadonlyMap<string, TodoDefinition>;
  readonly settings: Settings;
}

/** The plan's structure at a version: today's, with every later change taken back. */
export function structureAt(state: PlanState, version: number): Structure {
  const todos = new Map(state.todos.map((todo) => [todo.id, definitionOf(todo)]));
  const settings = settingsOf(state);
  for (const later of state.versions.toReversed()) {
    if (later.version <= version) break;
    for (const { todo_id, before } of later.changes.todos) {
      if (before === null) todos.delete(todo_id);
      else todos.set(todo_id, before);
    }
    Object.assign(settings, later.changes.settings?.before);
  }
  return { todos, settings };
}

/** The version that an event made. */
export function versionOf(state: PlanState, seq: number): PlanVersion | undefined {
  return state.versions.findLast((version) => version.seq === seq);
}

/** The todos that a version put into the plan, in plan order. */
export function addedBy({ changes }: PlanVersion): string[] {
  return changes.todos.filter(({ before }) => before === null).map(({ todo_id }) => todo_id);
}

/** A version with the plan's structure as it was then; null when there is no such version. */
export function viewVersion(state: PlanState, version: number): VersionView | null {
  const made = state.versions.find((one) => one.version === version);
  if (made === undefined) return null;
  const { todos, settings } = structureAt(state, version);
  return { ...made, todos: [...todos.values()].sort(compareByRank), settings };
}

/** What leads from today's structure back to a version's; todos that no later version touched are not looked at. */
export function changesBackTo(state: PlanState, version: number): PlanChanges {
  const later = state.versions.filter((one) => one.version > version);
  const touched = new Set(later.flatMap((one) => [...touchedBy(one)]));
  const part = { ...state, todos: state.todos.filter(({ id }) => touched.has(id)) };
  return changesBetween(structureAt(part, state.version), structureAt(part, version));
}

/** What leads from one structure to another. */
function changesBetween(from: Structure, to: Structure): PlanChanges {
  const ids = new Set([...from.todos.keys(), ...to.todos.keys()]);
  const todos = [...ids].flatMap((todo_id): TodoChange[] => {
    const before = from.todos.get(todo_id) ?? null;
    const after = to.todos.get(todo_id) ?? null;
    return changedFields(before, after).length === 0 ? [] : [{ todo_id, before, after }];
  });
  const names = (Object.keys(to.settings) as (keyof PlanSettings)[]).filter(
    (name) => !jsonEqual(from.settings[name], to.settings[name]),
  );
  const pick = (settings: PlanSettings): PlanSettings =>
    Object.fromEntries(names.map((name) => [name, settings[name]]));
  return {
    todos,
    settings: names.length === 0 ? null : { before: pick(from.settings), after: pick(to.settings) },
  };
}

/** The same changes the other way round. */
export function inverse({ todos, settings }: PlanChanges): PlanChanges {
  return {
    todos: todos.map(({ todo_id, before, after }) => ({ todo_id, before: after, after: before })),
    settings: settings === null ? null : { before: settings.after, after: settings.before },
  };
}

/** What differs between two versions, by todo and field. */
export function compareVersions(state: PlanState, from: number, to: number): Comparison {
  const changes = changesBetween(structureAt(state, from), structureAt(state, to));
  return {
    from,
    to,
    added: changes.todos.flatMap(({ before, after }) => (before === null && after ? [after] : [])),
    removed: changes.todos.flatMap(({ before, after }) =>
      after === null && before ? [before] : [],
    ),
    changed: changes.todos.flatMap(({ todo_id, before, after }) => {
      if (before === null || after === null) return [];
      const fields = changedFields(before, after).map((field) => ({
        field,
        before: before[field] as Json,
        after: after[field] as Json,
      }));
      return [{ todo_id, fields }];
    }),
    settings: Object.entries(changes.settings?.after ?? {}).map(([field, after]) => ({
      field,
      before: ((changes.settings?.before ?? {}) as Record<string, Json>)[field] ?? null,
      after: after as Json,
    })),
  };
}

/** The fields in which two definitions differ; all of them when one is missing. */
export function changedFields(
  before: TodoDefinition | null,
  after: TodoDefinition | null,
): (keyof TodoDefinition)[] {
  const some = before ?? after;
  if (some === null) return [];
  const names = Object.keys(some) as (keyof TodoDefinition)[];
  return names.filter((name) => !jsonEqual(before?.[name], after?.[name]));
}

/** The todos that a version touched: those whose definition it changed, added or removed. */
export function touchedBy({ changes }: PlanVersion): Set<string> {
  return new Set(changes.todos.map(({ todo_id }) => todo_id));
}

/** The newest version that an undo takes back, or undefined when nothing is left to undo. */
export function undoable(plan: Plan): PlanVersion | undefined {
  const undone = new Set(
    plan.state.versions
      .filter(({ change_type }) => change_type === "undo")
      .map(({ of_version }) => of_version),
  );
  return plan.state.versions.findLast(
    ({ version, change_type }) =>
      (change_type === "edit" || change_type === "rollback") && !undone.has(version),
  );
}

function settingsOf(state: PlanState) {
  const { title, description, max_parallel, budget_usd, approval, failure, tags } = state;
  const { approval_policy = {}, replan_policy } = state;
  const policies = { approval, approval_policy, failure, replan_policy };
  return { title, description, max_parallel, budget_usd, ...policies, tags };
}

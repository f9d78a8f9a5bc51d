import type { Comparison, PlanChanges, TodoDefinition } from "../../../contract/plan/edit.ts";
import { TODO_DEFAULTS } from "../../../contract/tables/vocabulary.ts";
import type { Json } from "../../../contract/text.ts";

/** One field of a todo or of the plan, before and after; what is not there is null. */
export interface ChangedField {
  readonly field: string;
  readonly before: Json;
  readonly after: Json;
}

/** What became of one todo, or of the plan's own settings (`id` null). */
export interface ChangedThing {
  readonly sign: "+" | "-" | "~";
  readonly id: string | null;
  /** Of a todo that came or went; null where the plan has it. */
  readonly title: string | null;
  /** Of a todo that comes all that it is given; none of one that goes, or of versions that are compared. */
  readonly fields: readonly ChangedField[];
}

/** What says what a todo does, before all else that it is given. */
const WORK = ["tool_name", "agent_name", "description"] as const;

/**
 * What a todo is given, each of its arguments by itself, and all else that is not as usual: what a person
 * has to see who lets it come, or start.
 */
export function fieldsOf(todo: TodoDefinition): ChangedField[] {
  const { kind, tool_params, input_data, input_request, requires_approval, ...rest } = todo;
  const runs = kind === "tool" || kind === "agent";
  const usual: Readonly<Record<string, unknown>> = TODO_DEFAULTS;
  const others = Object.keys(usual).filter(
    (name) => !(name in { tool_params, input_data, input_request, requires_approval }),
  );
  const given = (names: readonly string[]): [string, Json][] =>
    names
      .map((name): [string, Json] => [name, valueOf(rest, name)])
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(usual[name]));
  const { question, ...answer } = input_request ?? {};
  return [
    ...(kind === "manual" || kind === "milestone" ? [["kind", kind] as const] : []),
    ...given(WORK.slice(0, 2)),
    ...Object.entries(tool_params).map(([name, value]) => [`/args/${name}`, value] as const),
    ...Object.entries(input_data ?? {}).map(
      ([name, value]) => [`/input_data/${name}`, value] as const,
    ),
    ...(question === undefined ? [] : [["input_request", question] as const]),
    ...Object.entries(answer).map(
      ([name, value]) => [`input_request.${name}`, value as Json] as const,
    ),
    ...given(WORK.slice(2)),
    // That nobody is asked is worth a word, too.
    ...(runs || requires_approval ? [["requires_approval", requires_approval] as const] : []),
    ...given(others.filter((name) => !WORK.some((one) => one === name))),
  ].map(([field, after]) => ({ field, before: null, after }));
}

/** Fields that people do not write. */
const NEVER_SHOWN: ReadonlySet<string> = new Set(["created_at", "id"]);

/** What an edit changes or changed, todo by todo; the plan's own settings last. */
export function thingsChanged({ todos, settings }: PlanChanges): ChangedThing[] {
  return [
    ...todos.flatMap(({ todo_id, before, after }): ChangedThing[] => {
      if (before === null) {
        if (after === null) return [];
        return [{ ...cameOrWent("+", todo_id, after.title), fields: fieldsOf(after) }];
      }
      if (after === null) return [cameOrWent("-", todo_id, before.title)];
      return changed(todo_id, fieldsBetween(before, after));
    }),
    ...(settings === null ? [] : changed(null, fieldsBetween(settings.before, settings.after))),
  ];
}

/** What differs between two versions, in the same form. */
export function thingsCompared({ added, removed, ...rest }: Comparison): ChangedThing[] {
  return [
    ...added.map(({ id, title }) => cameOrWent("+", id, title)),
    ...removed.map(({ id, title }) => cameOrWent("-", id, title)),
    ...rest.changed.flatMap(({ todo_id, fields }) => changed(todo_id, fields)),
    ...changed(null, rest.settings),
  ];
}

function cameOrWent(sign: "+" | "-", id: string, title: string): ChangedThing {
  return { sign, id, title, fields: [] };
}

function changed(id: string | null, all: readonly ChangedField[]): ChangedThing[] {
  const fields = all.filter(({ field }) => !NEVER_SHOWN.has(field));
  return fields.length === 0 ? [] : [{ sign: "~", id, title: null, fields }];
}

/** The fields in which two things differ, each with what it was and what it is. */
export function fieldsBetween(before: object, after: object): ChangedField[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((field) => ({ field, before: valueOf(before, field), after: valueOf(after, field) }))
    .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
}

function valueOf(fields: object, name: string): Json {
  return ((fields as Record<string, Json | undefined>)[name] ?? null) as Json;
}

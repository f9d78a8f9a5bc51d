import type { Checkpoint, PlanVersion, TodoDefinition } from "../contract/plan/edit.ts";
import type { PlanView } from "../contract/plan/plan.ts";
import type { Todo } from "../contract/plan/todo.ts";
import type { PlanStatus, TodoStatus } from "../contract/tables/vocabulary.ts";
import type { Json, JsonObject } from "../contract/text.ts";
import { isObject } from "../json/json-object.ts";
import { parsePointer } from "../json/json-pointer.ts";
import { changedFields } from "../plan/edits/versions.ts";
import { jsonEqual } from "../plan/model/digest.ts";
import { compareByRank } from "../plan/model/order/plan-order.ts";
import { placesOf } from "../plan/model/plan.ts";
import { UNTOUCHED } from "../plan/todos/flat-fields.ts";
import type { S1Modification, S1Planning, S1Step } from "./s1-contract.ts";

export const AGENT = "agent:";
/** What S1 calls a field of a todo. */
export const FIELDS: Partial<Record<keyof TodoDefinition, keyof S1Step>> = {
  title: "description",
  depends_on: "dependencies",
  timeout_seconds: "timeout",
  max_retries: "retry_count",
  tool_params: "input_mapping",
  input_data: "input_mapping",
};
const STATUSES: Readonly<Record<TodoStatus, S1Step["status"]>> = {
  pending: "pending",
  blocked: "pending",
  needs_approval: "pending",
  in_progress: "in_progress",
  completed: "completed",
  failed: "failed",
  skipped: "skipped",
  cancelled: "cancelled",
};

type Shown = Omit<Todo, "plan_id" | "blocks" | "updated_at" | "overdue">;

/** A todo as S1's ExecutionStepState; `versions` are the plan's, for what its users changed. */
export function toS1Step(todo: Shown, versions: readonly PlanVersion[]): S1Step {
  const originals = originalValues(todo.id, versions);
  const { started_at, completed_at, result_data } = todo;
  return {
    step_id: todo.id,
    agent_name: agentOf(todo),
    description: todo.title,
    priority: todo.priority,
    dependencies: todo.depends_on,
    timeout: todo.timeout_seconds,
    retry_count: todo.max_retries,
    optional: todo.optional,
    input_mapping: toMapping(inputsOf(todo)),
    status: STATUSES[todo.status],
    progress_percentage: todo.status === "completed" ? 100 : Math.floor(todo.progress_percentage),
    started_at,
    completed_at,
    execution_time_ms:
      started_at === null || completed_at === null
        ? null
        : Math.max(0, Date.parse(completed_at) - Date.parse(started_at)),
    result: result_data === null || isObject(result_data) ? result_data : { value: result_data },
    error: todo.error_message,
    error_details: todo.error_type,
    modified_by_user: originals !== null,
    original_values: originals,
  };
}

/**
 * What users changed, as S1's UserModification records, in the order in which it happened. A move tells how many
 * steps stood before the one that was moved, then and since.
 * @param todos the plan's, read before the versions were.
 */
export function toS1Modifications(
  versions: readonly PlanVersion[],
  todos: readonly Placed[],
): S1Modification[] {
  const places = placesOfMoves(versions, todos);
  return usersVersions(versions).flatMap(({ version, at: timestamp, reason, changes }) => {
    const moves = places.get(version);
    const records = changes.todos.flatMap(({ todo_id: step_id, before, after }) => {
      const about = { timestamp, reason, step_id };
      const record = (
        modification_type: S1Modification["modification_type"],
        field_changed: string | null,
        [old_value, new_value]: readonly [Json, Json],
      ) => ({ ...about, modification_type, field_changed, old_value, new_value });
      if (before === null || after === null) {
        const values = [stepOf(before), stepOf(after)] as const;
        return [record(before === null ? "add" : "remove", null, values)];
      }
      return differences(before, after).map(({ field, from, to }) => {
        if (field !== "rank") return record("modify", field, [from, to]);
        const place = (when: "before" | "after") => moves?.[when].get(step_id) ?? null;
        return record("reorder", "position", [place("before"), place("after")]);
      });
    });
    return records.map((record, place) => ({
      modification_id: `mod_${version}_${place + 1}`,
      ...record,
    }));
  });
}

type Placed = Pick<Todo, "id" | "rank">;
type Places = ReadonlyMap<string, number>;

/** Where every step stood before and after each version that moved one: ranks say nothing to anybody. */
function placesOfMoves(
  versions: readonly PlanVersion[],
  todos: readonly Placed[],
): Map<number, { readonly before: Places; readonly after: Places }> {
  const ranks = new Map(todos.map(({ id, rank }) => [id, rank]));
  const set = (id: string, definition: TodoDefinition | null): void => {
    if (definition === null) ranks.delete(id);
    else ranks.set(id, definition.rank);
  };
  const places = (): Places => {
    const placed = [...ranks].map(([id, rank]) => ({ id, rank })).sort(compareByRank);
    return new Map(placed.map(({ id }, place) => [id, place]));
  };
  // The todos may be older than the newest versions.
  for (const { changes } of versions) {
    for (const { todo_id, after } of changes.todos) set(todo_id, after);
  }
  const moves = new Map<number, { readonly before: Places; readonly after: Places }>();
  for (const { version, changes } of versions.toReversed()) {
    const isMove = changes.todos.some(
      ({ before, after }) => before !== null && after !== null && before.rank !== after.rank,
    );
    const after = isMove ? places() : new Map<string, number>();
    for (const { todo_id, before } of changes.todos) set(todo_id, before);
    if (isMove) moves.set(version, { before: places(), after });
  }
  return moves;
}

/** The versions that people made: what a policy applied is nobody's modification. */
function usersVersions(versions: readonly PlanVersion[]): readonly PlanVersion[] {
  return versions.slice(1).filter(({ by }) => !by.startsWith("policy:"));
}

/** How the plan was planned and how far it is, as S1's PlanningState with S2's lists. */
export function toS1Planning(
  view: Pick<PlanView, "title" | "planning" | "progress" | "todos" | "max_parallel" | "approval">,
  versions: readonly PlanVersion[],
  review: "open" | "approved" | undefined,
): S1Planning {
  const { planning, progress, todos } = view;
  const idsOf = (status: TodoStatus): string[] =>
    todos.filter((todo) => todo.status === status).map(({ id }) => id);
  return {
    raw_query: planning?.raw_query ?? view.title,
    analyzed_intent: planning?.analyzed_intent ?? {},
    intent_confidence: planning?.intent_confidence ?? 0,
    available_agents: planning?.available_agents ?? [],
    available_teams: planning?.available_teams ?? [],
    execution_strategy:
      planning?.execution_strategy ?? (placesOf(view) === 1 ? "sequential" : "parallel"),
    parallel_groups: planning?.parallel_groups ?? null,
    // Whatever has todos was checked before it got them.
    plan_validated: planning === null ? true : planning.plan_validated,
    validation_errors: planning?.validation_errors ?? [],
    estimated_total_time: planning?.estimated_total_time ?? 0,
    awaiting_user_approval: review === "open",
    user_approved: review === "approved",
    user_modifications: toS1Modifications(versions, todos),
    overall_progress_percentage: Math.floor(progress.percentage),
    completed_step_count: progress.counts["completed"] ?? 0,
    failed_step_count: progress.counts["failed"] ?? 0,
    total_step_count: todos.length,
    completed_todo_ids: idsOf("completed"),
    failed_todo_ids: idsOf("failed"),
    skipped_todo_ids: idsOf("skipped"),
    // S2 §3.1: what waits for approval is the current one.
    current_todo_id: idsOf("needs_approval")[0] ?? idsOf("in_progress")[0] ?? null,
  };
}

/** The checkpoints in S1's form, the newest first. */
export function toS1Checkpoints(checkpoints: readonly Checkpoint[]) {
  return checkpoints.toReversed().map(({ checkpoint_id, timestamp, phase, overall_progress }) => ({
    checkpoint_id,
    timestamp,
    phase,
    overall_progress: Math.floor(overall_progress),
  }));
}

/** S1's phase of a plan. */
export function toS1Phase(status: PlanStatus): string {
  if (status === "pending") return "planning";
  return status === "running" ? "executing" : status;
}

/** Who does a todo: the agent that it was imported or added with, else its tool, else a person. */
export function agentOf({
  tags,
  tool_name,
  agent_name,
}: Pick<TodoDefinition, "tags" | "tool_name" | "agent_name">): string {
  if (agent_name !== null) return agent_name;
  const tag = tags.find((one) => one.startsWith(AGENT) && one.length > AGENT.length);
  return tag?.slice(AGENT.length) ?? tool_name ?? "human";
}

/** S1 has one mapping for what a tool gets as arguments and what anybody gets besides. */
function inputsOf({
  tool_params,
  input_data,
}: Pick<TodoDefinition, "tool_params" | "input_data">): JsonObject {
  return { ...input_data, ...tool_params };
}

/** `{"$from": "search", "path": "/results/0"}` is `search.results.0`. */
function toMapping(input: JsonObject): Record<string, string> {
  const entries = Object.entries(input).map(([key, value]) => [key, toSource(value)]);
  return Object.fromEntries(entries) as Record<string, string>;
}

/** A value as S1's mappings write it: a reference as `<step>.<path>`, what is no text as JSON. */
export function toSource(value: Json): string {
  if (typeof value === "string") return value;
  if (isObject(value) && typeof value["$from"] === "string") {
    const { $from, path } = value;
    const parts = typeof path === "string" ? parsePointer(path) : [];
    if (parts !== null) return [$from, ...parts].join(".");
  }
  return JSON.stringify(value);
}

function originalValues(id: string, versions: readonly PlanVersion[]): JsonObject | null {
  const originals = new Map<string, { readonly from: Json; to: Json }>();
  for (const { changes, change_type } of usersVersions(versions)) {
    const change = changes.todos.find(({ todo_id }) => todo_id === id);
    // A new step may have the id of a removed one; one that is brought back is the same.
    if (change?.before === null && change_type === "edit") originals.clear();
    if (change === undefined || change.before === null || change.after === null) continue;
    const { before, after } = change;
    for (const { field, from, to } of differences(before, after)) {
      if (field === "rank") continue;
      originals.set(field, { from, ...originals.get(field), to });
    }
  }
  // What was taken back is not modified any more.
  const changed = [...originals].filter(([, { from, to }]) => !jsonEqual(from, to));
  return changed.length === 0
    ? null
    : Object.fromEntries(changed.map(([field, { from }]) => [field, from]));
}

/** The fields in which two definitions differ, in S1's words. */
function differences(
  before: TodoDefinition,
  after: TodoDefinition,
): { field: string; from: Json; to: Json }[] {
  const fields = new Set(changedFields(before, after));
  // It follows from the others, and S1 has no word for it.
  fields.delete("kind");
  const [from, to] = [agentOf(before), agentOf(after)];
  const agent = from === to ? [] : [{ field: "agent_name", from, to }];
  if (from !== to) {
    fields.delete("tool_name");
    fields.delete("agent_name");
    if (jsonEqual(otherTags(before), otherTags(after))) fields.delete("tags");
  }
  // A mapping moves with its step from a tool to somebody else and back.
  const isMoved = jsonEqual(inputsOf(before), inputsOf(after));
  if (isMoved || fields.has("tool_params")) fields.delete("input_data");
  if (isMoved) fields.delete("tool_params");
  const others = [...fields].map((field) => ({
    field: FIELDS[field] ?? field,
    from: fieldValue(field, before),
    to: fieldValue(field, after),
  }));
  return [...agent, ...others];
}

function otherTags({ tags }: TodoDefinition): string[] {
  return tags.filter((tag) => !tag.startsWith(AGENT));
}

function fieldValue(field: keyof TodoDefinition, definition: TodoDefinition): Json {
  return field === "tool_params" || field === "input_data"
    ? toMapping(inputsOf(definition))
    : ((definition[field] ?? null) as Json);
}

function stepOf(definition: TodoDefinition | null): Json {
  return definition === null
    ? null
    : (toS1Step({ ...definition, ...UNTOUCHED }, []) as unknown as JsonObject);
}

import { generateKeyBetween, generateNKeysBetween } from "fractional-indexing";
import type { TodoDefinition } from "../contract/edit.ts";
import type { NewTodo } from "../contract/todo.ts";
import type { TodoState } from "./state.ts";

/** What a todo is, without what became of it. */
export function definitionOf(todo: TodoState): TodoDefinition {
  return {
    id: todo.id,
    rank: todo.rank,
    title: todo.title,
    description: todo.description,
    priority: todo.priority,
    layer: todo.layer,
    tool_name: todo.tool_name,
    tool_params: todo.tool_params,
    depends_on: todo.depends_on,
    timeout_seconds: todo.timeout_seconds,
    max_retries: todo.max_retries,
    requires_approval: todo.requires_approval,
    approval: todo.approval,
    failure: todo.failure,
    optional: todo.optional,
    input_data: todo.input_data,
    input_request: todo.input_request,
    output_path: todo.output_path,
    task_queue: todo.task_queue,
    created_at: todo.created_at,
    tags: todo.tags,
    context: todo.context,
  };
}

/** A definition from what a person wrote. */
export function toDefinition(
  todo: NewTodo,
  given: { id: string; rank: string; depends_on: string[]; at: string },
): TodoDefinition {
  return {
    id: given.id,
    rank: given.rank,
    title: todo.title,
    description: todo.description ?? null,
    priority: todo.priority,
    layer: todo.layer,
    tool_name: todo.tool_name ?? null,
    tool_params: todo.tool_params,
    depends_on: given.depends_on,
    timeout_seconds: todo.timeout_seconds,
    max_retries: todo.max_retries,
    requires_approval: todo.requires_approval,
    approval: todo.approval,
    failure: todo.failure,
    optional: todo.optional,
    input_data: todo.input_data ?? null,
    input_request: todo.input_request ?? null,
    output_path: todo.output_path ?? null,
    task_queue: todo.task_queue ?? null,
    created_at: todo.created_at ?? given.at,
    tags: todo.tags,
    context: todo.context,
  };
}

/** A todo that nothing has happened to yet. */
export function newTodoState(definition: TodoDefinition): TodoState {
  return {
    ...definition,
    status: "pending",
    retry_count: 0,
    progress_percentage: 0,
    started_at: null,
    completed_at: null,
    error_message: null,
    error_type: null,
    approved_by: null,
    approved_at: null,
    approved_digest: null,
    approved_args: null,
    result_data: null,
    run: 0,
    updated_at: definition.created_at,
  };
}

/** Ranks of a new plan's todos, in order. */
export function firstRanks(count: number): string[] {
  return generateNKeysBetween(null, null, count);
}

/** A rank between two others; null stands for the plan's beginning or end. */
export function rankBetween(before: string | null, after: string | null): string {
  return generateKeyBetween(before, after);
}

/** Plan order. Texts are compared by code unit, the same on every machine. */
export function compareByRank(a: Placed, b: Placed): number {
  return compareText(a.rank, b.rank) || compareText(a.id, b.id);
}

interface Placed {
  readonly id: string;
  readonly rank: string;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

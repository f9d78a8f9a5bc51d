import { LIMITS } from "../../contract/tables/limits.ts";
import type { Json } from "../../contract/text.ts";
import type { CarriedResults, Plan } from "../model/plan.ts";
import type { TodoState } from "../model/state/todo-state.ts";
import { findReferences } from "./references.ts";

/**
 * Above how many bytes of JSON a todo's result is kept in the artifact store, where that is fewer than usual: each run
 * of a plan hands all that it carries to the next, and a worker does nothing else meanwhile. Undefined as long as the
 * plan carries little, and for a result that others need the value of, as texts and defaults do.
 */
export function mostInline(plan: Plan, todoId: string): number | undefined {
  if (!carriesMuch(plan)) return undefined;
  plan.carried.needed ??= neededValues(plan);
  return plan.carried.needed.has(todoId) ? undefined : LIMITS.inline_result_bytes_beyond;
}

/** Whether the results that a plan carries itself are as large together as they may become. */
export function carriesMuch({ carried, state }: Plan): boolean {
  carried.size ??= state.todos.reduce((size, { result_data }) => size + sizeOf(result_data), 0);
  return carried.size > LIMITS.carried_results;
}

/** Counts a result that the plan has got, where it is counted at all. */
export function countResult(carried: CarriedResults, result: Json): void {
  if (carried.size !== undefined) carried.size += sizeOf(result);
}

const sizeOf = (result: Json): number => (result === null ? 0 : JSON.stringify(result).length);

/** The todos whose result itself decides what others get, or what a model says to it: of one that is kept only its place is known. */
function neededValues({ state }: Plan): Set<string> {
  const needed = new Set(state.todos.flatMap(({ id, review_result }) => (review_result ? id : [])));
  for (const value of state.todos.flatMap(inputsOf)) {
    for (const { todo_id, in_text, has_default } of findReferences(value).references) {
      if (in_text || has_default) needed.add(todo_id);
    }
  }
  return needed;
}

const inputsOf = ({ work, input_data }: TodoState): Json[] => [
  work.kind === "tool" ? work.tool_params : null,
  input_data,
];

import type { JsonObject } from "../contract/text.ts";
import { MissingValue, resolveReferences } from "./references.ts";
import type { Plan } from "./plan.ts";
import type { TodoState } from "./state.ts";

/**
 * What a todo's tool gets: `tool_params` and then `input_data` with every reference resolved, or the
 * arguments that a person wrote when approving. A missing value is a sentence, not an exception.
 */
export function resolveArguments(
  plan: Plan,
  todo: TodoState,
): { args: JsonObject } | { missing: string } {
  if (todo.approved_args !== null) return { args: todo.approved_args };
  const resultOf = (id: string) => {
    const source = plan.todos.get(id);
    return source?.status === "completed" ? source.result_data : undefined;
  };
  try {
    return {
      args: {
        ...resolveReferences(todo.tool_params, resultOf),
        ...resolveReferences(todo.input_data ?? {}, resultOf),
      },
    };
  } catch (error) {
    if (error instanceof MissingValue) return { missing: error.message };
    throw error;
  }
}

import type { NewTodoInput } from "../../src/contract/plan/todo.ts";

/** A todo that gives its own id back. */
export const echo = (id: string, more: Partial<NewTodoInput> = {}) => ({
  id,
  title: id,
  tool_name: "echo",
  tool_params: { text: id },
  ...more,
});

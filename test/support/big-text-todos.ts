import type { NewTodoInput } from "../../src/contract/plan/todo.ts";

/** A text that is too large to be told whole, and a todo that asks whether it may run with it. */
export const bigTextTodos = (publish: Partial<NewTodoInput> = {}): NewTodoInput[] => [
  { id: "big", title: "큰 글", tool_name: "big_text", tool_params: { length: 40_000 } },
  {
    id: "publish",
    title: "발행",
    requires_approval: true,
    tool_name: "echo",
    tool_params: { text: { $from: "big", path: "/long" } },
    ...publish,
  },
];

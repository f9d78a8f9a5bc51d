import { Link } from "@tanstack/react-router";
import type { TodoStatus } from "../../contract/tables/vocabulary.ts";
import { TodoMark } from "./status.tsx";

/** The way to a todo, by its title and how it stands; by its id where no more is known of it. */
export function TodoLink({
  planId,
  id,
  todo,
}: {
  readonly planId: string;
  readonly id: string;
  readonly todo: { readonly title: string; readonly status: TodoStatus } | undefined;
}) {
  return (
    <Link
      to="/plans/$plan/todos/$todo"
      params={{ plan: planId, todo: id }}
      className="flex min-h-6 pointer-coarse:min-h-11 min-w-0 items-center gap-2 hover:underline"
    >
      {todo !== undefined && <TodoMark status={todo.status} wordless />}
      <span lang="">{todo?.title ?? id}</span>
    </Link>
  );
}

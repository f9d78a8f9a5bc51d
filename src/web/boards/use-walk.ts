import { useNavigate } from "@tanstack/react-router";
import type { BoardTodo } from "../../contract/plan/board.ts";
import { useShortcut } from "../session/keys/shortcuts.ts";
import { usePath } from "../session/use-path.ts";

/**
 * J and K go through todos in the order in which they are seen, F to the next failure. Returns what opens
 * one of them.
 */
export function useWalk(
  planId: string,
  todos: readonly BoardTodo[],
): (todo: BoardTodo | undefined) => void {
  const navigate = useNavigate();
  const open = (todo: BoardTodo | undefined): void => {
    if (todo === undefined) return;
    void navigate({ to: "/plans/$plan/todos/$todo", params: { plan: planId, todo: todo.id } });
  };
  const path = usePath();
  const place = (): number => {
    const [, , under, openTodo] = path();
    return under === "todos" ? todos.findIndex(({ id }) => id === openTodo) : -1;
  };
  const failures = todos.filter(({ status }) => status === "failed");
  const nextFailure = (): void =>
    open(failures.find((todo) => todos.indexOf(todo) > place()) ?? failures[0]);
  useShortcut("shortcut_down", ["KeyJ"], () =>
    open(todos[Math.min(todos.length - 1, place() + 1)]),
  );
  useShortcut("shortcut_up", ["KeyK"], () => open(todos[Math.max(0, place() - 1)]));
  useShortcut("shortcut_failure", ["KeyF"], failures.length > 0 ? nextFailure : undefined);
  return open;
}

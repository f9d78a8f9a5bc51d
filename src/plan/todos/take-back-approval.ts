import type { TodoState } from "../model/state/todo-state.ts";

/** The todo runs under nobody's word any more. */
export function takeBackApproval(todo: TodoState): void {
  todo.approved_by = null;
  todo.approved_at = null;
  todo.approved_digest = null;
  todo.approved_args = null;
  delete todo.approved_under;
}

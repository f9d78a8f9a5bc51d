import type { Board } from "../../contract/plan/board.ts";
import type { Reason } from "../../contract/plan/plan.ts";
import type { Said } from "../../contract/sentences/catalog.ts";
import { titlesText } from "../words/titles-text.ts";
import type { Speech } from "../words/words.ts";

/**
 * Why a todo does not run, with the titles of the todos that it names, between the marks of this person's language, and
 * moments as this person's.
 */
export function reasonText(
  reason: Reason,
  { todos }: Pick<Board, "todos">,
  { inOwnWords, tell, words }: Speech,
): string {
  const { todo_ids = [], text_said } = reason;
  if (text_said === undefined) return inOwnWords(reason, "text");
  const values = { ...text_said.values };
  if (values["todos"] !== undefined) {
    const titleOf = (id: string): string => todos.find((todo) => todo.id === id)?.title ?? id;
    values["todos"] = titlesText(todo_ids.map(titleOf), words);
  }
  return tell({ ...(text_said as Said), values });
}

/** Why each todo waits, by its id. */
export function reasonsById({
  schedule,
}: Pick<Board, "schedule">): ReadonlyMap<string, readonly Reason[]> {
  return new Map(schedule.waiting.map(({ todo_id, reasons }) => [todo_id, reasons]));
}

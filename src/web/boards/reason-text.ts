import type { Board } from "../../contract/plan/board.ts";
import type { Reason } from "../../contract/plan/plan.ts";
import type { Said } from "../../contract/sentences/catalog.ts";
import { momentOf } from "../words/times.ts";
import type { Speech } from "../words/words.ts";

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Why a todo does not run, with the titles of the todos that it names, and times as people write them. */
export function reasonText(
  reason: Reason,
  { todos }: Pick<Board, "todos">,
  { inOwnWords, tell, language }: Pick<Speech, "inOwnWords" | "tell" | "language">,
): string {
  const { todo_ids = [], text_said } = reason;
  if (text_said === undefined) return inOwnWords(reason, "text");
  const titles = todo_ids.map((id) => todos.find((todo) => todo.id === id)?.title ?? id);
  const values = Object.entries((text_said as Said).values).map(([name, value]) => {
    if (name === "todos") return [name, titles.join(", ")];
    const isMoment = typeof value === "string" && MOMENT.test(value);
    return [name, isMoment ? momentOf(value, language, Date.now()) : value];
  });
  return tell({ ...(text_said as Said), values: Object.fromEntries(values) as Said["values"] });
}

/** Why each todo waits, by its id. */
export function reasonsById({
  schedule,
}: Pick<Board, "schedule">): ReadonlyMap<string, readonly Reason[]> {
  return new Map(schedule.waiting.map(({ todo_id, reasons }) => [todo_id, reasons]));
}

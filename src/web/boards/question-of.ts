import type { Board, BoardTodo } from "../../contract/plan/board.ts";
import type { Speech } from "../words/words.ts";

/** What a todo asks people while it waits for them, or null. */
export function questionOf(
  { id, blocker }: BoardTodo,
  { holds }: Pick<Board, "holds">,
  { words, inOwnWords }: Pick<Speech, "words" | "inOwnWords">,
): string | null {
  const own = holds.filter(({ todo_id }) => todo_id === id);
  const hold = own.find((one) => one.id === blocker?.hold_id) ?? own[0];
  if (hold === undefined) return blocker?.question ?? null;
  const message = inOwnWords(hold, "message");
  if (hold.required_by === "tool") {
    return [message, words("required_by_tool")].filter((part) => part !== "").join(" · ");
  }
  if (message !== "") return message;
  return hold.kind === "input" ? hold.title : words(`kind_${hold.kind}`);
}

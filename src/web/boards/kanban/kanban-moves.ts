import type { Actions, Possibility } from "../../../contract/plan/actions.ts";
import type { BoardTodo } from "../../../contract/plan/board.ts";
import type { TodoAction } from "../../../contract/tables/vocabulary.ts";
import type { Speech } from "../../words/words.ts";
import type { Lane } from "../lanes.ts";

/** What moving a card to a lane does; or why it cannot go there. */
export type Move =
  | { readonly action: TodoAction }
  /** In its own lane: a place further up means a higher priority. */
  | { readonly action: "order" }
  | { readonly why: string };

/** What would have to be said to the plan for a todo to get into a lane: the first one that it takes. */
const COMMANDS: Readonly<Partial<Record<Lane, readonly TodoAction[]>>> = {
  skipped: ["skip"],
  ready: ["retry", "rerun"],
  running: ["retry", "rerun"],
};

/** What moving a todo from its lane to another does, as the plan itself judges it. */
export function moveTo(
  lane: Lane,
  { from, actions }: { readonly from: Lane; readonly actions: Actions["todo"] },
  { words, inOwnWords }: Pick<Speech, "words" | "inOwnWords">,
): Move {
  if (lane === from) {
    const isOrdered = lane === "ready" || lane === "blocked";
    return isOrdered && actions?.["edit"].possible === true
      ? { action: "order" }
      : { why: words("lane_here") };
  }
  const commands = COMMANDS[lane] ?? [];
  const possible = commands.find((action) => actions?.[action].possible === true);
  if (possible !== undefined) return { action: possible };
  if (from === "waiting" && lane !== "skipped") return { why: words("lane_ask_person") };
  const [first] = commands;
  const refused: Possibility | undefined = first === undefined ? undefined : actions?.[first];
  const why = refused?.possible === false ? inOwnWords(refused, "detail") : "";
  return { why: why === "" ? words("lane_by_plan") : why };
}

/** The todos of a lane in the order in which they are taken. */
export function inOrder(todos: readonly BoardTodo[]): BoardTodo[] {
  return todos.toSorted((a, b) => b.priority - a.priority);
}

import { createContext, useContext } from "react";
import { DropIndicator, type ItemDropTarget } from "react-aria-components";
import type { BoardTodo } from "../../../contract/plan/board.ts";
import type { PlaceBeside, Turns } from "../../../plan/views/turns.ts";
import { Icon } from "../../parts/icon.tsx";
import { useSpeech, type Speech } from "../../words/words.ts";

/** What the dragged todo's dependencies say, and the place over which it is. */
interface Dragging {
  readonly todos: readonly BoardTodo[];
  /** Null while nothing is dragged. */
  readonly turns: Turns | null;
  readonly place: PlaceBeside | null;
}

export const DraggingContext = createContext<Dragging>({ todos: [], turns: null, place: null });

/** The place that a drop target stands for; null for one that is no place between todos. */
export function placeOf(target: ItemDropTarget): PlaceBeside | null {
  const { key, dropPosition: side } = target;
  return side === "on" ? null : { anchor: String(key), side };
}

/** Why a todo starts no earlier, or no later, at a place; empty where the place decides. */
export function turnText(
  todos: readonly BoardTodo[],
  turns: Turns,
  place: PlaceBeside,
  words: Speech["words"],
): string {
  const { waits_for, waited_for_by } = turns.at(place);
  const titleOf = (one: string): string => todos.find((todo) => todo.id === one)?.title ?? one;
  const [needed, user] = [waits_for.at(-1), waited_for_by[0]];
  if (needed !== undefined) return words("turn_no_earlier", { other: titleOf(needed) });
  return user === undefined ? "" : words("turn_no_later", { other: titleOf(user) });
}

/** What is wrong with the place over which a todo is dragged, to be read aloud. */
export function SpokenTurn() {
  const { words } = useSpeech();
  const { todos, turns, place } = useContext(DraggingContext);
  return (
    // While something is dragged by keys, everything else but such an element is hidden from readers.
    <p role="status" data-live-announcer="true" className="sr-only">
      {turns !== null && place !== null && turnText(todos, turns, place, words)}
    </p>
  );
}

/** Where a dragged todo would be put, and why that place would not count. */
export function PlaceLine({ target }: { readonly target: ItemDropTarget }) {
  const { words } = useSpeech();
  const { todos, turns } = useContext(DraggingContext);
  const place = placeOf(target);
  return (
    <DropIndicator
      target={target}
      className={({ isDropTarget }) =>
        isDropTarget ? "relative z-10 outline outline-1 outline-accent" : ""
      }
    >
      {({ isDropTarget }) => {
        const text =
          isDropTarget && turns !== null && place !== null
            ? turnText(todos, turns, place, words)
            : "";
        if (text === "") return null;
        return (
          <span className="pointer-events-none absolute top-0 right-2 flex -translate-y-1/2 items-center gap-1 rounded-md border border-wait bg-wait-tint px-2 py-0.5 text-small text-wait">
            <Icon name="alert" size={12} />
            {text}
          </span>
        );
      }}
    </DropIndicator>
  );
}

/** Beside each todo that goes before, or after, the one that is dragged. */
export function TurnBadge({ todo }: { readonly todo: BoardTodo }) {
  const { words } = useSpeech();
  const { turns } = useContext(DraggingContext);
  if (turns === null) return null;
  const { waits_for, waited_for_by } = turns;
  if (!waits_for.has(todo.id) && !waited_for_by.has(todo.id)) return null;
  return (
    <span className="flex h-full shrink-0 items-center gap-1 border-b border-line px-2 text-small whitespace-nowrap text-soft">
      <Icon name="link" size={12} />
      {words(waits_for.has(todo.id) ? "turn_before" : "turn_after")}
    </span>
  );
}

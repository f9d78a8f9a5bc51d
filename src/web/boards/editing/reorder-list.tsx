import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Button, GridList, GridListItem, useDragAndDrop } from "react-aria-components";
import type { Board, BoardTodo } from "../../../contract/plan/board.ts";
import { turnsOf, type PlaceBeside } from "../../../plan/views/turns.ts";
import { Question } from "../../parts/dialog.tsx";
import { Icon } from "../../parts/icon.tsx";
import { passKeysOn } from "../../session/keys/shortcuts.ts";
import { useSpeech } from "../../words/words.ts";
import { usePropose } from "./editing.tsx";
import { MoveForm } from "./move-form.tsx";
import { DraggingContext, PlaceLine, placeOf, SpokenTurn, TurnBadge } from "./turn-notes.tsx";

/**
 * The todos of a plan in its order, to be put into another one: dragged by mouse, by keyboard from the
 * handle (Enter, arrows, Enter; Escape leaves it), and by a finger without dragging. A place that does
 * not count, since the todo waits for another all the same, says so before it is taken.
 */
export function ReorderList({
  board,
  todos,
  rowHeight,
  reveal,
  nameOf,
  onOpen,
  children,
}: {
  readonly board: Board;
  readonly todos: readonly BoardTodo[];
  readonly rowHeight: number;
  /** The todo that is brought into view when it becomes another one. */
  readonly reveal: string | undefined;
  /** What is read of a todo where its row has the focus. */
  readonly nameOf: (todo: BoardTodo) => string;
  readonly onOpen: (todo: BoardTodo) => void;
  readonly children: (todo: BoardTodo) => ReactNode;
}) {
  const { words } = useSpeech();
  const propose = usePropose();
  const [moved, setMoved] = useState<BoardTodo | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [place, setPlace] = useState<PlaceBeside | null>(null);
  // Once for a drag, and not for each row and each place.
  const turns = useMemo(
    () => (dragged === null ? null : turnsOf(todos, dragged)),
    [todos, dragged],
  );
  const dragging = useMemo(() => ({ todos, turns, place }), [todos, turns, place]);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (reveal === undefined) return;
    const row = list.current?.querySelector(`[data-key="${CSS.escape(reveal)}"]`);
    row?.scrollIntoView({ block: "nearest" });
  }, [reveal]);
  const titleOf = (id: string): string => todos.find((todo) => todo.id === id)?.title ?? id;
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": titleOf(String(key)) })),
    renderDropIndicator: (target) =>
      target.type === "item" ? <PlaceLine target={target} /> : <></>,
    onDragStart: ({ keys }) => setDragged(String([...keys][0])),
    onDragEnd: () => {
      setDragged(null);
      setPlace(null);
    },
    onDropEnter: ({ target }) => setPlace(target.type === "item" ? placeOf(target) : null),
    onReorder({ keys, target }) {
      const [target_id] = [...keys].map(String);
      const to = placeOf(target);
      if (target_id === undefined || to === null || target_id === to.anchor) return;
      const position = to.side === "before" ? { before: to.anchor } : { after: to.anchor };
      void propose({
        ops: [{ edit_type: "reorder", target_id, params: { position } }],
        what: words("edit_move_title", { title: titleOf(target_id) }),
      });
    },
  });
  // The link of a row does so, too: a press anywhere on a row would begin to drag it.
  const openRow = ({ key, target }: KeyboardEvent<HTMLElement>): void => {
    const { role, dataset } = target as HTMLElement;
    const todo = todos.find(({ id }) => id === dataset["key"]);
    if (key === "Enter" && role === "row" && todo !== undefined) onOpen(todo);
  };
  return (
    <DraggingContext value={dragging}>
      <SpokenTurn />
      <div onKeyDown={openRow}>
        <GridList
          ref={list}
          aria-label={words("reorder_label")}
          items={todos.map((todo) => ({ id: todo.id, todo }))}
          dependencies={[children, nameOf, rowHeight]}
          dragAndDropHooks={dragAndDropHooks}
          keyboardNavigationBehavior="tab"
          className="outline-none"
        >
          {({ todo }) => (
            <GridListItem
              id={todo.id}
              aria-label={nameOf(todo)}
              textValue={todo.title}
              style={{ height: rowHeight }}
              className="group/row flex items-center -outline-offset-2 data-dragging:opacity-40 data-drop-target:bg-accent-tint"
            >
              <div className="contents" onKeyDown={passKeysOn}>
                <Button
                  slot="drag"
                  aria-label={words("drag_card", { title: todo.title })}
                  className="flex h-full w-6 shrink-0 cursor-grab items-center justify-center text-faint opacity-60 group-hover/row:opacity-100 focus-visible:opacity-100 max-md:sr-only max-md:focus-visible:not-sr-only pointer-coarse:sr-only pointer-coarse:focus-visible:not-sr-only"
                >
                  <Icon name="grip" />
                </Button>
                <Button
                  aria-label={words("edit_move_title", { title: todo.title })}
                  onPress={() => setMoved(todo)}
                  className="hidden h-full w-11 shrink-0 items-center justify-center text-soft max-md:flex pointer-coarse:flex"
                >
                  <Icon name="grip" />
                </Button>
                <div className="h-full min-w-0 flex-1">{children(todo)}</div>
                <TurnBadge todo={todo} />
              </div>
            </GridListItem>
          )}
        </GridList>
      </div>
      {moved !== null && (
        <Question
          title={words("edit_move_title", { title: moved.title })}
          onClose={() => setMoved(null)}
        >
          <MoveForm
            todo={moved}
            board={board}
            onLeave={() => setMoved(null)}
            onSend={(op) => {
              setMoved(null);
              void propose({ ops: [op], what: words("edit_move_title", { title: moved.title }) });
            }}
          />
        </Question>
      )}
    </DraggingContext>
  );
}

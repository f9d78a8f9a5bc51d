import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { GridList, GridListItem, isTextDropItem, useDragAndDrop } from "react-aria-components";
import type { Board, BoardTodo } from "../../../contract/plan/board.ts";
import type { TodoAction } from "../../../contract/tables/vocabulary.ts";
import { WithCode } from "../../parts/values/with-code.tsx";
import { actionsQuery, useClient } from "../../session/api.ts";
import { useMay } from "../../session/use-may.ts";
import { useSpeech } from "../../words/words.ts";
import { ActQuestion } from "../act-question.tsx";
import { usePropose } from "../editing/editing.tsx";
import { laneCount, LANES, lanesOf, type Lane, type Viewed } from "../lanes.ts";
import { spokenRow, useNotes, type Note } from "../todo-notes.ts";
import { useWalk } from "../use-walk.ts";
import { Card } from "./kanban-card.tsx";
import { inOrder, moveTo, type Move } from "./kanban-moves.ts";
import { MoveCard } from "./move-card.tsx";

/** A second click so soon belongs to the first, whatever has moved below the pointer since. */
const DOUBLE_MS = 500;
/** Cards of a lane that are shown: all lanes together stay below 200 rows. */
const SHOWN = 24;
const CARD = "application/x-holdpoint-todo";

/**
 * The todos by what they do. A card can be dragged, or moved by its menu, where the plan lets it go: to be
 * skipped, tried again, or taken earlier; every other lane says why not.
 */
export function Kanban({ board, openTodo }: Viewed) {
  const speech = useSpeech();
  const { words } = speech;
  const client = useClient();
  const propose = usePropose();
  const notes = useNotes(board);
  const { plan, todos } = board;
  const [dragged, setDragged] = useState<string | null>(null);
  const [moved, setMoved] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ todo: BoardTodo; action: TodoAction } | null>(null);
  const lanes = lanesOf(board);
  const grouped = Map.groupBy(todos, ({ id }) => lanes.get(id)!);
  const cards = (lane: Lane): BoardTodo[] => inOrder(grouped.get(lane) ?? []);
  const open = useWalk(plan.id, LANES.flatMap(cards));
  const about = dragged ?? moved;
  const judged = useQuery({
    ...actionsQuery(client, plan.id, about ?? ""),
    enabled: about !== null,
  }).data;
  const moves = (id: string | null): ((lane: Lane) => Move | null) => {
    const from = id === null ? undefined : lanes.get(id);
    return (lane) =>
      from === undefined || judged === undefined
        ? null
        : moveTo(lane, { from, actions: judged.todo }, speech);
  };
  const todoOf = (id: string | null) => todos.find((todo) => todo.id === id);
  const act = (id: string, action: TodoAction): void => {
    const todo = todoOf(id);
    if (todo !== undefined) setAsked({ todo, action });
  };
  /** Gives a todo the priority of the one in whose place it is put. */
  const order = (id: string, anchor: string, side: "before" | "after"): void => {
    const [todo, other] = [todoOf(id), todoOf(anchor)];
    if (todo === undefined || other === undefined || id === anchor) return;
    const { priority } = other;
    const position = side === "before" ? { before: anchor } : { after: anchor };
    void propose({
      what: words("move_card", { title: todo.title }),
      ops: [
        ...(priority === todo.priority
          ? []
          : [{ edit_type: "change_priority" as const, target_id: id, params: { priority } }]),
        { edit_type: "reorder", target_id: id, params: { position } },
      ],
    });
  };
  const opened = useRef(-Infinity);
  const openOnce = (id: string): void => {
    const at = performance.now();
    if (at - opened.current > DOUBLE_MS) open(todoOf(id));
    opened.current = at;
  };
  const target = todoOf(moved);
  return (
    // What is only read out would stand beside the page otherwise, and the page be as wide as all lanes.
    <div className="relative grid grid-cols-1 gap-3 md:-mr-8 md:flex md:overflow-x-auto md:pr-8 md:pb-3">
      {LANES.filter(
        (lane) => lane !== "failed" || laneCount(board, lane, 0).count > 0 || grouped.has(lane),
      ).map((lane) => (
        <LaneColumn
          key={lane}
          plan={plan.id}
          lane={lane}
          todos={cards(lane)}
          openTodo={openTodo}
          move={dragged === null ? null : moves(dragged)(lane)}
          notes={notes}
          board={board}
          onOpen={openOnce}
          onDrag={setDragged}
          onAct={act}
          onOrder={order}
          onMenu={setMoved}
        />
      ))}
      {target !== undefined && (
        <MoveCard
          todo={target}
          moves={moves(moved)}
          onClose={() => setMoved(null)}
          onAct={(action) => {
            setMoved(null);
            setAsked({ todo: target, action });
          }}
          onRaise={() => {
            setMoved(null);
            const priority = Math.min(10, target.priority + 1);
            void propose({
              what: words("move_card", { title: target.title }),
              ops: [{ edit_type: "change_priority", target_id: target.id, params: { priority } }],
            });
          }}
        />
      )}
      {asked !== null && <ActQuestion planId={plan.id} {...asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

function LaneColumn({
  plan,
  lane,
  todos,
  openTodo,
  move,
  notes,
  board,
  onOpen,
  onDrag,
  onAct,
  onOrder,
  onMenu,
}: {
  readonly plan: string;
  readonly lane: Lane;
  readonly todos: readonly BoardTodo[];
  readonly openTodo: string | undefined;
  /** What the card that is dragged could do here; null while none is, or nothing is known yet. */
  readonly move: Move | null;
  readonly notes: (todo: BoardTodo) => Note;
  readonly board: Board;
  readonly onOpen: (id: string) => void;
  readonly onDrag: (id: string | null) => void;
  readonly onAct: (id: string, action: TodoAction) => void;
  readonly onOrder: (id: string, anchor: string, side: "before" | "after") => void;
  readonly onMenu: (id: string) => void;
}) {
  const { words } = useSpeech();
  // React Aria asks while the pointer moves, between two renderings.
  const latest = useRef(move);
  latest.current = move;
  const shown = todos.slice(0, SHOWN);
  const { count, isLeast } = laneCount(board, lane, todos.length);
  const mayEdit = useMay("operator") !== false;
  const { dragAndDropHooks } = useDragAndDrop({
    isDisabled: !mayEdit,
    getItems: (keys) =>
      [...keys].map((key) => ({
        [CARD]: String(key),
        "text/plain": todos.find(({ id }) => id === key)?.title ?? String(key),
      })),
    acceptedDragTypes: [CARD],
    getDropOperation(target) {
      const { current } = latest;
      if (current === null || !("action" in current)) return "cancel";
      return (current.action === "order") === (target.type === "item") ? "move" : "cancel";
    },
    onDragStart: ({ keys }) => onDrag(String([...keys][0])),
    onDragEnd: () => onDrag(null),
    onReorder({ keys, target }) {
      const [id] = [...keys];
      if (target.dropPosition !== "on")
        onOrder(String(id), String(target.key), target.dropPosition);
    },
    onRootDrop({ items }) {
      const { current } = latest;
      const card = items.find((item) => isTextDropItem(item));
      if (card === undefined || current === null || !("action" in current)) return;
      const { action } = current;
      if (action !== "order") void card.getText(CARD).then((id) => onAct(id, action));
    },
  });
  const isOpen = move === null || "action" in move;
  return (
    <section
      aria-label={words("lane_of", { lane: words(`lane_${lane}`), count })}
      data-empty={count === 0 ? "" : undefined}
      className={`flex min-w-0 flex-col rounded-lg bg-page p-2 md:min-w-56 md:flex-1 md:data-empty:min-w-28 md:data-empty:flex-none ${
        move !== null && "action" in move ? "outline-2 outline-accent outline-dashed" : ""
      } ${isOpen ? "" : "opacity-70"}`}
    >
      <h2 className="flex items-center gap-2 px-1 pb-1.5 text-small font-semibold text-soft">
        {words(`lane_${lane}`)}
        <span className="font-normal text-faint tabular-nums">
          {isLeast ? words("lane_least", { count }) : count}
        </span>
      </h2>
      {move !== null && (
        <p className={`px-1 pb-1.5 text-small ${isOpen ? "text-accent" : "text-soft"}`}>
          {"why" in move ? (
            <WithCode text={move.why} />
          ) : move.action === "order" ? (
            words("lane_earlier")
          ) : (
            words("lane_drop", { action: words(move.action) })
          )}
        </p>
      )}
      <GridList
        aria-label={words(`lane_${lane}`)}
        items={shown.map((todo) => ({ id: todo.id, todo }))}
        dependencies={[notes, openTodo, board, onMenu, mayEdit]}
        dragAndDropHooks={dragAndDropHooks}
        keyboardNavigationBehavior="tab"
        onAction={(key) => onOpen(String(key))}
        renderEmptyState={() => <p className="px-1 py-2 text-small text-faint">{words("none")}</p>}
        className="flex min-h-8 flex-1 flex-col gap-1.5 rounded"
      >
        {({ todo }) => (
          <GridListItem
            id={todo.id}
            aria-label={spokenRow(todo, words)}
            textValue={todo.title}
            data-chosen={todo.id === openTodo ? "" : undefined}
            className="cursor-pointer rounded-md border border-line bg-panel p-2 -outline-offset-1 hover:border-edge data-chosen:border-accent data-chosen:bg-accent-tint data-dragging:opacity-40"
          >
            <Card
              todo={todo}
              board={board}
              note={notes(todo)}
              onMenu={mayEdit ? () => onMenu(todo.id) : undefined}
            />
          </GridListItem>
        )}
      </GridList>
      {(count > shown.length || isLeast) && (
        <Link
          to="/plans/$plan"
          params={{ plan }}
          search={{ view: "list", lane }}
          className="mt-2 px-1 text-small font-medium text-accent hover:underline"
        >
          {isLeast ? words("lane_all") : words("lane_more", { count: count - shown.length })}
        </Link>
      )}
    </section>
  );
}

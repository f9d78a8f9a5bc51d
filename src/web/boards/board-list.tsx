import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import type { Board, BoardTodo } from "../../contract/plan/board.ts";
import { hasText } from "../../plan/todos/answers/has-text.ts";
import { Check } from "../parts/forms/field.tsx";
import { SearchField } from "../parts/forms/search-field.tsx";
import { Icon } from "../parts/icon.tsx";
import { LongList } from "../parts/scrolling/long-list.tsx";
import { useMoreTodos } from "../session/lists/use-more-todos.ts";
import { useMedia } from "../session/page/use-media.ts";
import { useMay } from "../session/use-may.ts";
import { useSpeech } from "../words/words.ts";
import { LANES, lanesOf, statusesOf, type Lane, type Viewed } from "./lanes.ts";
import { spokenRow, useNotes } from "./todo-notes.ts";
import { TodoRow } from "./todo-row.tsx";
import { useWalk } from "./use-walk.ts";

/** What drags is loaded when somebody looks at a list that can be dragged. */
const ReorderList = lazy(async () => ({
  default: (await import("./editing/reorder-list.tsx")).ReorderList,
}));

/** On a phone, a row has a line for its title and two for what stands beside it elsewhere. */
const ROW_PX = { wide: 48, phone: 66 } as const;
const WIDE = "(min-width: 30rem)";
/** As many rows can be in the document at once, and so be dragged; longer lists move todos by a form. */
const DRAGGED = 150;

type Line = { readonly todo: BoardTodo } | { readonly lane: Lane; readonly count: number };

/** The todos of a plan, in its order or by what they do; in the plan's order they can be dragged. */
export function BoardList({
  board,
  openTodo,
  only,
}: Viewed & {
  /** The one lane that is shown. */
  readonly only: Lane | undefined;
}) {
  const { words } = useSpeech();
  const isWide = useMedia(WIDE);
  const mayEdit = useMay("operator") !== false;
  const [order, setOrder] = useState<"plan" | "state">("plan");
  const [search, setSearch] = useState("");
  const [isFollowing, setFollowing] = useState(false);
  const { plan, holds } = board;
  const wanted = search.trim();
  const { todos, total, more } = useMoreTodos(board, {
    search: wanted,
    statuses: only === undefined ? "" : statusesOf(only).join(","),
  });
  const lanes = useMemo(() => lanesOf({ todos, holds }), [todos, holds]);
  const found = useMemo(
    () =>
      todos.filter(
        (todo) =>
          (wanted === "" || hasText(todo, wanted)) &&
          (only === undefined || lanes.get(todo.id) === only),
      ),
    [todos, lanes, wanted, only],
  );
  const lines = useMemo(
    (): readonly Line[] =>
      order === "plan" ? found.map((todo) => ({ todo })) : byLane(found, lanes),
    [order, found, lanes],
  );
  const shown = useMemo(
    () => lines.flatMap((line) => ("todo" in line ? [line.todo] : [])),
    [lines],
  );
  const open = useWalk(plan.id, shown);
  const notes = useNotes(board);
  const followed = isFollowing ? followedOf(board) : undefined;
  const revealed = followed ?? openTodo;
  const isWhole = found.length === plan.todo_count && order === "plan";
  const rowHeight = isWide ? ROW_PX.wide : ROW_PX.phone;
  const row = (todo: BoardTodo) => (
    <TodoRow plan={plan.id} todo={todo} isOpen={todo.id === openTodo} note={notes(todo)} />
  );
  const list = (
    <LongList
      label={words("board")}
      rows={lines}
      rowHeight={rowHeight}
      keyOf={(line) => ("todo" in line ? line.todo.id : `lane ${line.lane}`)}
      reveal={lines.findIndex((line) => "todo" in line && line.todo.id === revealed)}
      onEnd={more}
    >
      {(line) =>
        "todo" in line ? (
          row(line.todo)
        ) : (
          <p className="flex h-full items-end border-b border-line pb-1 text-small font-semibold text-faint">
            {words(`lane_${line.lane}`)} {line.count}
          </p>
        )
      }
    </LongList>
  );
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <p className="text-small font-semibold text-faint">
          {only !== undefined && more !== undefined
            ? words("todos_at_least", { count: found.length })
            : words("todos_count", {
                count: only === undefined && total !== null ? total : found.length,
              })}
        </p>
        {only !== undefined && (
          <Link
            to="/plans/$plan"
            params={{ plan: plan.id }}
            search={{ view: "list", lane: undefined }}
            className="inline-flex items-center gap-1 rounded bg-accent-tint px-2 py-0.5 text-small font-medium text-accent hover:underline"
          >
            {words(`lane_${only}`)}
            <Icon name="cross" size={12} />
            <span className="sr-only">{words("show_all_lanes")}</span>
          </Link>
        )}
        {plan.completed_at === null && (
          <Check
            isOn={isFollowing}
            className="ml-auto min-h-9 gap-1.5 text-small whitespace-nowrap text-soft"
            onChange={setFollowing}
          >
            {words("follow")}
          </Check>
        )}
        <select
          aria-label={words("order")}
          value={order}
          className={`field w-auto ${plan.completed_at === null ? "" : "ml-auto"}`}
          onChange={({ target }) => setOrder(target.value === "state" ? "state" : "plan")}
        >
          <option value="plan">{words("order_plan")}</option>
          <option value="state">{words("order_state")}</option>
        </select>
        <SearchField
          label={words("todos_search")}
          value={search}
          className={`w-0 min-w-28 flex-1 sm:max-w-48 ${plan.completed_at === null ? "max-sm:basis-full" : ""}`}
          onChange={setSearch}
        />
      </div>
      {mayEdit && isWhole && plan.todo_count <= DRAGGED && plan.completed_at === null ? (
        <Suspense fallback={list}>
          <ReorderList
            board={board}
            todos={shown}
            rowHeight={rowHeight}
            reveal={revealed}
            nameOf={(todo) => spokenRow(todo, words)}
            onOpen={open}
          >
            {row}
          </ReorderList>
        </Suspense>
      ) : (
        list
      )}
    </>
  );
}

/** What the plan is at: the todo that started last, or else the first for which people are asked. */
function followedOf({ todos, holds }: Board): string | undefined {
  let last: BoardTodo | undefined;
  for (const todo of todos) {
    if (todo.status !== "in_progress") continue;
    if ((todo.started_at ?? "") >= (last?.started_at ?? "")) last = todo;
  }
  return last?.id ?? holds.find(({ todo_id }) => todo_id !== null)?.todo_id ?? undefined;
}

function byLane(todos: readonly BoardTodo[], lanes: ReadonlyMap<string, Lane>): Line[] {
  const grouped = Map.groupBy(todos, ({ id }) => lanes.get(id)!);
  return LANES.flatMap((lane): Line[] => {
    const members = grouped.get(lane) ?? [];
    if (members.length === 0) return [];
    return [{ lane, count: members.length }, ...members.map((todo) => ({ todo }))];
  });
}

import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { Board, BoardTodo } from "../../../contract/plan/board.ts";
import { longestChain } from "../../../plan/views/longest-chain.ts";
import { Button, buttonLook } from "../../parts/button.tsx";
import { Empty, Skeleton } from "../../parts/panel.tsx";
import { LongList } from "../../parts/scrolling/long-list.tsx";
import { TodoMark } from "../../parts/status.tsx";
import { useMedia } from "../../session/page/use-media.ts";
import { useSpeech } from "../../words/words.ts";
import { LANES, lanesOf, type Viewed } from "../lanes.ts";
import { useWalk } from "../use-walk.ts";

const GraphCanvas = lazy(async () => ({
  default: (await import("./graph-canvas.tsx")).GraphCanvas,
}));

/** A picture of more todos shows nothing. */
const MOST = 1_000;
const ROW_PX = 48;
const WIDE = "(min-width: 40rem)";

/** What waits for what, as a picture, and as text for whoever cannot see it or has no room for it. */
export function GraphView({ board, openTodo }: Viewed) {
  const { words } = useSpeech();
  const isWide = useMedia(WIDE);
  // Null before somebody chose: the focus goes with whoever does.
  const [asText, setAsText] = useState<boolean | null>(null);
  useWalk(board.plan.id, board.todos);
  if (board.plan.todo_count > MOST) return <TooLarge board={board} />;
  if (isWide && asText !== true) {
    return (
      <Suspense fallback={<Skeleton lines={8} />}>
        <GraphCanvas
          board={board}
          openTodo={openTodo}
          isBack={asText === false}
          onText={() => setAsText(true)}
        />
      </Suspense>
    );
  }
  return (
    <>
      {isWide && (
        <p className="mb-2 text-right">
          <Button autoFocus onPress={() => setAsText(false)}>
            {words("graph_as_picture")}
          </Button>
        </p>
      )}
      <GraphText board={board} openTodo={openTodo} />
    </>
  );
}

type Line = { readonly todo: BoardTodo } | { readonly step: number };

/** The same as text: step by step, with what each todo waits for. */
function GraphText({ board, openTodo }: Viewed) {
  const { words } = useSpeech();
  const { plan, todos } = board;
  const titles = new Map(todos.map(({ id, title }) => [id, title]));
  const steps = stepsOf(todos);
  const lines = steps.flatMap((members, place): Line[] => [
    { step: place + 1 },
    ...members.map((todo) => ({ todo })),
  ]);
  return (
    <LongList
      label={words("graph_label")}
      rows={lines}
      rowHeight={ROW_PX}
      keyOf={(line) => ("todo" in line ? line.todo.id : `step ${line.step}`)}
      reveal={lines.findIndex((line) => "todo" in line && line.todo.id === openTodo)}
    >
      {(line) =>
        "todo" in line ? (
          <Link
            to="/plans/$plan/todos/$todo"
            params={{ plan: plan.id, todo: line.todo.id }}
            data-chosen={line.todo.id === openTodo ? "" : undefined}
            className="@container flex h-full items-center gap-2 border-b border-line px-2 -outline-offset-2 hover:bg-raised data-chosen:bg-accent-tint"
          >
            <TodoMark status={line.todo.status} wordless />
            <span className="flex min-w-0 flex-1 items-center gap-2 @max-md:block">
              <span className="min-w-0 flex-[2] truncate font-medium @max-md:block" lang="">
                {line.todo.title}
              </span>
              {line.todo.depends_on.length > 0 && (
                <span className="min-w-0 flex-1 truncate text-right text-small text-faint @max-md:block @max-md:text-left">
                  {words("graph_after", {
                    todos: line.todo.depends_on.map((id) => titles.get(id) ?? id).join(", "),
                  })}
                </span>
              )}
            </span>
          </Link>
        ) : (
          <p className="flex h-full items-end border-b border-line pb-1 text-small font-semibold text-faint">
            {words("graph_step", { step: line.step })}
          </p>
        )
      }
    </LongList>
  );
}

/** Todos that do not wait for each other, step by step. */
function stepsOf(todos: readonly BoardTodo[]): BoardTodo[][] {
  const { order, chains } = longestChain(todos, () => 1);
  const steps: BoardTodo[][] = [];
  for (const todo of order) (steps[chains.get(todo.id)!.seconds - 1] ??= []).push(todo);
  return steps;
}

/** What to look at instead of a picture that would show nothing. */
function TooLarge({ board }: { readonly board: Board }) {
  const { words } = useSpeech();
  const counts = Map.groupBy(lanesOf(board).values(), (lane) => lane);
  const present = LANES.filter((lane) => counts.has(lane));
  return (
    <Empty
      title={words("graph_too_large", { count: board.plan.todo_count })}
      detail={words("graph_too_large_detail", { most: MOST })}
    >
      {present.map((lane) => (
        <Link
          key={lane}
          to="/plans/$plan"
          params={{ plan: board.plan.id }}
          search={{ view: "list", lane }}
          className={buttonLook("plain")}
        >
          {words(`lane_${lane}`)}
        </Link>
      ))}
    </Empty>
  );
}

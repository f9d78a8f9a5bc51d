import { CatchBoundary, getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, type ReactNode } from "react";
import { BrokenPart } from "../parts/not-read.tsx";
import { Skeleton } from "../parts/panel.tsx";
import { useKeyName, useShortcut } from "../session/keys/shortcuts.ts";
import { useSpeech } from "../words/words.ts";
import { BoardList } from "./board-list.tsx";
import { AddTodo } from "./editing/add-todo.tsx";
import { VIEWS, type View, type Viewed } from "./lanes.ts";

const Kanban = lazy(async () => ({ default: (await import("./kanban/kanban.tsx")).Kanban }));
const Timeline = lazy(async () => ({
  default: (await import("./timeline/timeline.tsx")).Timeline,
}));
const GraphView = lazy(async () => ({
  default: (await import("./graph/graph-view.tsx")).GraphView,
}));

const route = getRouteApi("/plans/$plan");

/** A plan's todos as a list, a graph, by what they do, or in time; what is chosen stays chosen. */
export function BoardView({
  board,
  openTodo,
  links,
}: Viewed & {
  /** Where else one can look at the plan. */
  readonly links: ReactNode;
}) {
  const { words } = useSpeech();
  const navigate = useNavigate();
  const keyName = useKeyName();
  const { view = "list", lane } = route.useSearch();
  const go = (to: View) => (): void =>
    void navigate({ to: ".", search: (before) => ({ ...before, view: to, lane: undefined }) });
  useShortcut("view_list", ["Digit1"], go("list"));
  useShortcut("view_graph", ["Digit2"], go("graph"));
  useShortcut("view_kanban", ["Digit3"], go("kanban"));
  useShortcut("view_timeline", ["Digit4"], go("timeline"));
  return (
    <section aria-label={words("board")}>
      <div className="@container border-b border-line px-4 md:px-8">
        <div className="flex flex-wrap items-center gap-x-5">
          {links}
          <div className="contents items-center gap-x-5 sm:ml-auto sm:flex">
            <nav
              aria-label={words("views")}
              className="my-1 flex flex-wrap rounded-md bg-raised p-0.5 max-sm:order-2"
            >
              {VIEWS.map((one, place) => (
                <Link
                  key={one}
                  to="."
                  search={(before) => ({ ...before, view: one, lane: undefined })}
                  aria-current={one === view ? "page" : undefined}
                  className="flex min-h-8 pointer-coarse:min-h-11 items-center gap-1.5 rounded px-2.5 font-medium text-soft hover:text-ink aria-[current=page]:bg-panel aria-[current=page]:text-ink aria-[current=page]:shadow-sm"
                >
                  {words(`view_${one}`)}
                  <kbd
                    aria-hidden="true"
                    className="hidden font-sans text-small text-faint @3xl:inline"
                  >
                    {keyName(`Digit${place + 1}`)}
                  </kbd>
                </Link>
              ))}
            </nav>
            <div className="empty:hidden max-sm:ml-auto">
              <AddTodo board={board} />
            </div>
          </div>
        </div>
      </div>
      <div
        className="px-4 py-3 md:px-8"
        onClickCapture={(event) => {
          // What the first click opened has moved what is below the pointer.
          if (event.detail > 1 && (event.target as Element).closest("a") !== null) {
            event.preventDefault();
            event.stopPropagation();
          }
        }}
      >
        {board.todos.length < board.plan.todo_count && (
          <p className="mb-2 text-small text-soft">
            {words("board_part", { shown: board.todos.length, count: board.plan.todo_count })}
          </p>
        )}
        <CatchBoundary getResetKey={() => view} errorComponent={BrokenPart}>
          <Suspense fallback={<Skeleton lines={8} />}>
            {view === "list" && <BoardList board={board} openTodo={openTodo} only={lane} />}
            {view === "graph" && <GraphView board={board} openTodo={openTodo} />}
            {view === "kanban" && <Kanban board={board} openTodo={openTodo} />}
            {view === "timeline" && <Timeline board={board} openTodo={openTodo} />}
          </Suspense>
        </CatchBoundary>
      </div>
    </section>
  );
}

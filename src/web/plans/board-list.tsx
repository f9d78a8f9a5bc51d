import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Board, BoardTodo } from "../../contract/plan/board.ts";
import type { TodoStatus } from "../../contract/tables/vocabulary.ts";
import { TimeLeft } from "../parts/countdown.tsx";
import { LongList } from "../parts/long-list.tsx";
import { ProgressBar, TodoMark } from "../parts/status.tsx";
import { useNow } from "../session/now.ts";
import { useShortcut } from "../session/shortcuts.ts";
import { spanOf } from "../words/times.ts";
import { useSpeech } from "../words/words.ts";
import { reasonsById, reasonText } from "./reason-text.ts";

const ROW_PX = 48;
const GROUPS = ["waiting", "failed", "running", "open", "ended"] as const;
type Group = (typeof GROUPS)[number];

const GROUP_OF: Readonly<Record<TodoStatus, Group>> = {
  needs_approval: "waiting",
  failed: "failed",
  in_progress: "running",
  pending: "open",
  blocked: "open",
  completed: "ended",
  skipped: "ended",
  cancelled: "ended",
};

type Line = { readonly todo: BoardTodo } | { readonly group: Group; readonly count: number };

/** The todos of a plan, in its order or by what they do; J and K go through them, F to failures. */
export function BoardList({
  board,
  openTodo,
}: {
  readonly board: Board;
  readonly openTodo: string | undefined;
}) {
  const { words } = useSpeech();
  const navigate = useNavigate();
  const [order, setOrder] = useState<"plan" | "state">("plan");
  const [search, setSearch] = useState("");
  const { plan, todos } = board;
  const asked = new Set(board.holds.map(({ todo_id }) => todo_id));
  const wanted = search.trim().toLowerCase();
  const found = todos.filter(
    ({ title, id }) => wanted === "" || title.toLowerCase().includes(wanted) || id.includes(wanted),
  );
  const lines: readonly Line[] =
    order === "plan" ? found.map((todo) => ({ todo })) : byState(found, asked);
  const shown = lines.flatMap((line) => ("todo" in line ? [line.todo] : []));
  const place = shown.findIndex(({ id }) => id === openTodo);
  const open = (todo: BoardTodo | undefined): void => {
    if (todo === undefined) return;
    void navigate({ to: "/plans/$plan/todos/$todo", params: { plan: plan.id, todo: todo.id } });
  };
  const failures = shown.filter(({ status }) => status === "failed");
  const nextFailure = (): void =>
    open(failures.find((todo) => shown.indexOf(todo) > place) ?? failures[0]);
  useShortcut("shortcut_down", ["KeyJ"], () => open(shown[Math.min(shown.length - 1, place + 1)]));
  useShortcut("shortcut_up", ["KeyK"], () => open(shown[Math.max(0, place - 1)]));
  useShortcut("shortcut_failure", ["KeyF"], failures.length > 0 ? nextFailure : undefined);
  const notes = useNotes(board);
  return (
    <section aria-label={words("board")} className="px-4 py-3 md:px-8">
      <div className="mb-2 flex flex-wrap items-center gap-2">
        <h2 className="text-small font-semibold text-faint">
          {words("review_todos", { count: plan.todo_count })}
        </h2>
        <input
          type="search"
          aria-label={words("todos_search")}
          placeholder={words("todos_search")}
          value={search}
          className="field ml-auto max-w-48"
          onChange={({ target }) => setSearch(target.value)}
        />
        <select
          aria-label={words("order")}
          value={order}
          className="field w-auto"
          onChange={({ target }) => setOrder(target.value === "state" ? "state" : "plan")}
        >
          <option value="plan">{words("order_plan")}</option>
          <option value="state">{words("order_state")}</option>
        </select>
      </div>
      <LongList
        label={words("board")}
        rows={lines}
        rowHeight={ROW_PX}
        keyOf={(line) => ("todo" in line ? line.todo.id : `group ${line.group}`)}
        reveal={lines.findIndex((line) => "todo" in line && line.todo.id === openTodo)}
      >
        {(line) =>
          "todo" in line ? (
            <Row
              plan={plan.id}
              todo={line.todo}
              isOpen={line.todo.id === openTodo}
              note={notes(line.todo)}
            />
          ) : (
            <p className="flex h-full items-end border-b border-line pb-1 text-small font-semibold text-faint">
              {words(`group_${line.group}`)} {line.count}
            </p>
          )
        }
      </LongList>
    </section>
  );
}

function byState(todos: readonly BoardTodo[], asked: ReadonlySet<string | null>): Line[] {
  const groupOf = ({ id, status }: BoardTodo): Group =>
    asked.has(id) ? "waiting" : GROUP_OF[status];
  const grouped = Map.groupBy(todos, groupOf);
  return GROUPS.flatMap((group): Line[] => {
    const members = grouped.get(group) ?? [];
    if (members.length === 0) return [];
    return [{ group, count: members.length }, ...members.map((todo) => ({ todo }))];
  });
}

interface Note {
  readonly text: string;
  readonly until: string | null;
  readonly percent: number | null;
}

/** What stands beside each todo: how long, how far, or why not. */
function useNotes(board: Board): (todo: BoardTodo) => Note {
  const speech = useSpeech();
  const now = useNow();
  const { words, inOwnWords } = speech;
  const reasons = reasonsById(board);
  const holds = new Map(board.holds.map((hold) => [hold.todo_id, hold]));
  return (todo) => {
    const { status, started_at, completed_at, progress_percentage, kind } = todo;
    const hold = holds.get(todo.id);
    const note = (
      text: string,
      until: string | null = null,
      percent: number | null = null,
    ): Note => ({
      text,
      until,
      percent,
    });
    if (hold !== undefined) {
      const who = hold.assignee === null ? words(`kind_${hold.kind}`) : hold.assignee;
      return note(who, hold.deadline_at);
    }
    const why = (reasons.get(todo.id) ?? [])
      .map((reason) => reasonText(reason, board, speech))
      .join(" ");
    if (kind === "manual" && (status === "pending" || status === "in_progress")) {
      return note(why, todo.due_at);
    }
    switch (status) {
      case "completed":
        return started_at === null || completed_at === null
          ? note("")
          : note(spanOf(Date.parse(completed_at) - Date.parse(started_at), words));
      case "in_progress": {
        const time = started_at === null ? "" : spanOf(now - Date.parse(started_at), words);
        return note(time, null, progress_percentage === 0 ? null : progress_percentage);
      }
      case "failed":
        return note(inOwnWords(todo, "error_message"));
      case "skipped":
        return note(todo.skipped === null ? "" : inOwnWords(todo.skipped, "reason"));
      case "cancelled":
      case "pending":
      case "blocked":
      case "needs_approval":
        return note(why);
    }
  };
}

function Row({
  plan,
  todo,
  isOpen,
  note,
}: {
  readonly plan: string;
  readonly todo: BoardTodo;
  readonly isOpen: boolean;
  readonly note: Note;
}) {
  return (
    <Link
      to="/plans/$plan/todos/$todo"
      params={{ plan, todo: todo.id }}
      data-chosen={isOpen ? "" : undefined}
      className="flex h-full items-center gap-3 border-b border-line px-2 -outline-offset-2 hover:bg-raised data-chosen:bg-accent-tint"
    >
      <span className="w-24 shrink-0 text-small whitespace-nowrap max-sm:w-auto">
        <span className="sm:hidden">
          <TodoMark status={todo.status} wordless />
        </span>
        <span className="max-sm:hidden">
          <TodoMark status={todo.status} />
        </span>
      </span>
      <span className="min-w-0 flex-1 truncate font-medium" lang="">
        {todo.title}
      </span>
      {note.percent !== null && (
        <span className="flex w-24 shrink-0 items-center gap-2 text-small tabular-nums">
          <ProgressBar percent={note.percent} />
          {Math.round(note.percent)}%
        </span>
      )}
      <span className="max-w-[45%] shrink-0 truncate text-right text-small text-faint">
        {note.text}
      </span>
      <TimeLeft until={note.until} />
    </Link>
  );
}

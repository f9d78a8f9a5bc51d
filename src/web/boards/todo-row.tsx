import { Link } from "@tanstack/react-router";
import type { BoardTodo } from "../../contract/plan/board.ts";
import { TimeLeft } from "../parts/countdown.tsx";
import { ProgressBar, TodoMark } from "../parts/status.tsx";
import { NoteText } from "./note-text.tsx";
import type { Note } from "./todo-notes.ts";

/** One todo in a line. */
export function TodoRow({
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
      // Beside a todo's page there is as little room as on a phone.
      className="@container flex h-full items-center gap-3 border-b border-line px-2 -outline-offset-2 hover:bg-raised data-chosen:bg-accent-tint"
    >
      <span className="w-24 shrink-0 text-small whitespace-nowrap @max-md:w-auto">
        <span className="@md:hidden">
          <TodoMark status={todo.status} wordless />
        </span>
        <span className="@max-md:hidden">
          <TodoMark status={todo.status} />
        </span>
      </span>
      {/* What a narrow row has no room for beside its title stands below it. */}
      <span className="flex min-w-0 flex-1 items-center gap-3 @max-md:block">
        <span className="min-w-[35%] flex-1 truncate font-medium @max-md:block" lang="">
          {todo.title}
        </span>
        <span className="contents @max-md:flex @max-md:items-baseline @max-md:gap-2">
          {note.percent !== null && (
            <span className="flex w-24 shrink-0 items-center gap-2 text-small whitespace-nowrap tabular-nums">
              <ProgressBar percent={note.percent} />
              {Math.round(note.percent)}%
            </span>
          )}
          <span className="max-w-[45%] min-w-0 shrink truncate text-right text-small text-faint @max-md:max-w-full @max-md:text-left max-sm:line-clamp-2 max-sm:whitespace-normal">
            <NoteText note={note} />
          </span>
          <TimeLeft until={note.until} />
        </span>
      </span>
    </Link>
  );
}

import { Button } from "react-aria-components";
import type { Board, BoardTodo } from "../../../contract/plan/board.ts";
import { TODO_DEFAULTS } from "../../../contract/tables/vocabulary.ts";
import { TimeLeft } from "../../parts/countdown.tsx";
import { Icon } from "../../parts/icon.tsx";
import { ProgressBar, TodoMark } from "../../parts/status.tsx";
import { passKeysOn } from "../../session/keys/shortcuts.ts";
import { useSpeech } from "../../words/words.ts";
import { NoteText } from "../note-text.tsx";
import { questionOf } from "../question-of.ts";
import type { Note } from "../todo-notes.ts";

/** A todo as a card: what it is, how it stands, and what it asks. */
export function Card({
  todo,
  board,
  note,
  onMenu,
}: {
  readonly todo: BoardTodo;
  readonly board: Board;
  readonly note: Note;
  /** Undefined where the person may not move it. */
  readonly onMenu: (() => void) | undefined;
}) {
  const speech = useSpeech();
  const { words } = speech;
  const question = questionOf(todo, board, speech);
  return (
    <div className="flex flex-col gap-1" onKeyDown={passKeysOn}>
      <div className="flex items-start gap-1.5">
        <span className="leading-none">
          <TodoMark status={todo.status} wordless />
        </span>
        <span className="line-clamp-3 min-w-0 flex-1 font-medium" lang="">
          {todo.title}
        </span>
      </div>
      {question !== null && (
        <p className="flex items-start gap-1 text-small text-wait">
          <span className="pt-0.5">
            <Icon name="question" size={12} />
          </span>
          <span className="line-clamp-2" lang="">
            {question}
          </span>
        </p>
      )}
      {question === null && note.time + note.text !== "" && (
        <p className="line-clamp-2 text-small text-faint">
          <NoteText note={note} />
        </p>
      )}
      <div className="flex items-center gap-2 text-small text-faint">
        {todo.priority !== TODO_DEFAULTS.priority && (
          <span title={words("priority_of", { priority: todo.priority })} className="tabular-nums">
            <span aria-hidden="true">{words("priority_short", { priority: todo.priority })}</span>
            <span className="sr-only">{words("priority_of", { priority: todo.priority })}</span>
          </span>
        )}
        <TimeLeft until={note.until} />
        {onMenu !== undefined && (
          <span className="-my-0.5 -mr-1 pointer-coarse:-my-3 ml-auto flex shrink-0">
            <Button
              slot="drag"
              aria-label={words("drag_card", { title: todo.title })}
              className="flex size-6 pointer-coarse:size-11 cursor-grab items-center justify-center rounded text-faint hover:text-ink"
            >
              <Icon name="grip" />
            </Button>
            <Button
              aria-label={words("move_card", { title: todo.title })}
              onPress={onMenu}
              className="flex size-6 pointer-coarse:size-11 items-center justify-center rounded text-faint hover:text-ink"
            >
              <Icon name="right" />
            </Button>
          </span>
        )}
      </div>
      {note.percent !== null && <ProgressBar percent={note.percent} />}
    </div>
  );
}

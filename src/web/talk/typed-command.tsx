import { Link } from "@tanstack/react-router";
import type { Board } from "../../contract/plan/board.ts";
import { TodoLink } from "../parts/todo-link.tsx";
import { useSpeech } from "../words/words.ts";
import { Examples } from "./guidance.tsx";
import { HoldLinks } from "./hold-links.tsx";

/** The terminal's commands about todos and checkpoints: no answer begins with them, either. */
const ALWAYS = /^\/(?:todos?|checkpoint|할일|체크포인트)(?=\s|$)/iu;
const ANY = /^\/\p{L}+(?=\s|$)/u;
const LIST = /^\/(?:todos?|todo\s+list|할일|할일\s+목록|목록)$/iu;

/** Whether words are a command as the terminal's conversation knows them. */
export function isCommand(text: string, isAnswer: boolean): boolean {
  return (isAnswer ? ALWAYS : ANY).test(text);
}

/** What is said to a command: the list of todos, or how the same is done on this page. */
export function TypedCommand({
  text,
  board,
  onSay,
}: {
  readonly text: string;
  readonly board: Board;
  readonly onSay: (text: string) => void;
}) {
  const { words } = useSpeech();
  const { plan, todos, holds } = board;
  if (LIST.test(text)) {
    const { percentage, counts, total } = plan.progress;
    return (
      <>
        <p>
          {words("progress_of", {
            percent: Math.round(percentage),
            done: counts["completed"] ?? 0,
            total,
          })}
        </p>
        <ul className="mt-1 max-h-80 overflow-y-auto">
          {todos.map((todo) => (
            <li key={todo.id}>
              <TodoLink planId={plan.id} id={todo.id} todo={todo} />
            </li>
          ))}
        </ul>
      </>
    );
  }
  const buttons = {
    plan: plan.id,
    add: words("edit_add"),
    pause: words("pause"),
    versions: words("versions"),
  };
  return (
    <div className="flex flex-col gap-2">
      <p>{words("talk_command", buttons)}</p>
      <HoldLinks holds={holds} />
      <Link
        to="/plans/$plan/versions"
        params={{ plan: plan.id }}
        className="font-medium text-accent hover:underline"
      >
        {buttons.versions}
      </Link>
      <Examples board={board} onSay={onSay} />
    </div>
  );
}

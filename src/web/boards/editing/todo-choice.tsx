import { useState } from "react";
import type { Board } from "../../../contract/plan/board.ts";
import { hasText } from "../../../plan/todos/answers/has-text.ts";
import { Field } from "../../parts/forms/field.tsx";
import { useMoreTodos } from "../../session/lists/use-more-todos.ts";
import { useSpeech } from "../../words/words.ts";

/** More are found by typing a part of their title. */
const SHOWN = 60;

/** One of all todos of a plan, by its title. */
export function TodoChoice({
  label,
  board,
  except,
  value,
  autoFocus = false,
  onChange,
}: {
  readonly label: string;
  readonly board: Board;
  /** Those that cannot be chosen. */
  readonly except: readonly string[];
  readonly value: string;
  readonly autoFocus?: boolean;
  readonly onChange: (id: string) => void;
}) {
  const { words } = useSpeech();
  const [search, setSearch] = useState("");
  const wanted = search.trim();
  const { todos } = useMoreTodos(board, { search: wanted, statuses: "" });
  const found = todos.filter(
    (todo) => !except.includes(todo.id) && (todo.id === value || hasText(todo, wanted)),
  );
  return (
    <Field label={label}>
      {(wired) => (
        <>
          {board.plan.todo_count > SHOWN && (
            <input
              type="search"
              autoFocus={autoFocus}
              aria-label={words("todos_search")}
              placeholder={words("todos_search")}
              value={search}
              className="field"
              onChange={({ target }) => setSearch(target.value)}
            />
          )}
          <select
            {...wired}
            value={value}
            autoFocus={autoFocus && board.plan.todo_count <= SHOWN}
            className="field"
            onChange={({ target }) => onChange(target.value)}
          >
            <option value="">{words("edit_choose_todo")}</option>
            {found.slice(0, SHOWN).map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </>
      )}
    </Field>
  );
}

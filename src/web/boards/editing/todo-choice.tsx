import { useState } from "react";
import type { BoardTodo } from "../../../contract/plan/board.ts";
import { Field } from "../../parts/field.tsx";
import { useSpeech } from "../../words/words.ts";

/** More are found by typing a part of their title. */
const SHOWN = 60;

/** One of a plan's todos, by its title. */
export function TodoChoice({
  label,
  todos,
  value,
  onChange,
}: {
  readonly label: string;
  readonly todos: readonly BoardTodo[];
  readonly value: string;
  readonly onChange: (id: string) => void;
}) {
  const { words } = useSpeech();
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const found = todos.filter(
    ({ id, title }) => id === value || title.toLowerCase().includes(wanted) || id === wanted,
  );
  return (
    <Field label={label}>
      {(wired) => (
        <>
          {todos.length > SHOWN && (
            <input
              type="search"
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
            className="field min-h-9"
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

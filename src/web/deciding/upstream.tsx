import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { TodoDetail } from "../../contract/plan/plan.ts";
import { Section } from "../parts/panel.tsx";
import { TodoMark } from "../parts/status.tsx";
import { TodoLink } from "../parts/todo-link.tsx";
import { ReadableResult } from "../parts/values/readable.tsx";
import { todoQuery, useClient } from "../session/api.ts";
import { useSpeech } from "../words/words.ts";

/** More results would hide the decision; the board has them all. */
const MOST = 5;

/** What the todos brought that came before, each to be opened. */
export function Upstream({ planId, todoId }: { readonly planId: string; readonly todoId: string }) {
  const { words } = useSpeech();
  const client = useClient();
  const todo = useQuery(todoQuery(client, planId, todoId));
  const ids = (todo.data?.depends_on ?? []).slice(0, MOST);
  const before = useQueries({ queries: ids.map((id) => todoQuery(client, planId, id)) });
  const read = before.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const description = todo.data?.description ?? null;
  if (read.length === 0 && description === null) return null;
  return (
    <>
      {description !== null && (
        <Section title={words("description")}>
          <p className="whitespace-pre-wrap" lang="">
            {description}
          </p>
        </Section>
      )}
      {read.length > 0 && (
        <Section title={words("upstream")}>
          <ul className="flex flex-col gap-1.5">
            {read.map((one) => (
              <li key={one.id}>
                {one.result_data === null ? (
                  <TodoLink planId={planId} id={one.id} todo={one} />
                ) : (
                  <Brought todo={one} />
                )}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** What one brought: it is read, and its pictures are loaded, when somebody opens it. */
function Brought({ todo }: { readonly todo: TodoDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="lone marker:text-faint">
        <span className="inline-flex items-center gap-2 align-middle">
          <TodoMark status={todo.status} wordless />
          <span lang="">{todo.title}</span>
        </span>
      </summary>
      <div className="mt-1 ml-5">{isOpen && <ReadableResult todo={todo} />}</div>
    </details>
  );
}

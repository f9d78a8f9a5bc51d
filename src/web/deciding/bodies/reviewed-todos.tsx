import { Link } from "@tanstack/react-router";
import type { Board, BoardTodo } from "../../../contract/plan/board.ts";
import { useMoreTodos } from "../../session/use-more-todos.ts";
import { Icon } from "../../parts/icon.tsx";
import { LongList } from "../../parts/long-list.tsx";
import { Section } from "../../parts/panel.tsx";
import { useBoard } from "../../session/live.ts";
import { useSpeech } from "../../words/words.ts";

/** So many are written out; of more, only those in view are in the page, a line for each text. */
const MOST_WHOLE = 100;
const ROW_PX = 56;
const EVERY = { search: "", statuses: "" } as const;

/** What a plan would do, for whoever approves it as a whole. */
export function ReviewedTodos({ planId }: { readonly planId: string }) {
  const board = useBoard(planId).data;
  return board === undefined ? null : <Reviewed board={board} />;
}

function Reviewed({ board }: { readonly board: Board }) {
  const { words } = useSpeech();
  const { todos, more } = useMoreTodos(board, EVERY);
  const { id, todo_count } = board.plan;
  const titles = new Map(todos.map((todo) => [todo.id, todo.title]));
  const places = new Map(todos.map((todo, place) => [todo.id, place + 1]));
  const title = words("review_todos", { count: todo_count });
  return (
    <Section title={title}>
      <p className="mb-3 text-soft">{words("asks_plan_review")}</p>
      {todo_count <= MOST_WHOLE ? (
        <ol className="divide-y divide-line rounded-lg border border-line">
          {todos.map((todo) => (
            <li key={todo.id} className="flex gap-3 px-3 py-2">
              <Place place={places.get(todo.id)!} />
              <div className="min-w-0">
                <p lang="">{todo.title}</p>
                <p className="flex flex-wrap gap-x-3 text-small text-faint">
                  <Does todo={todo} titles={titles} />
                </p>
              </div>
            </li>
          ))}
        </ol>
      ) : (
        <div className="rounded-lg border border-line">
          <LongList
            label={title}
            rows={todos}
            rowHeight={ROW_PX}
            keyOf={(todo) => todo.id}
            onEnd={more}
          >
            {(todo) => (
              <Link
                to="/plans/$plan/todos/$todo"
                params={{ plan: id, todo: todo.id }}
                className="flex h-full gap-3 border-b border-line px-3 py-2 -outline-offset-2 hover:bg-raised"
              >
                <Place place={places.get(todo.id)!} />
                <span className="min-w-0">
                  <span className="block truncate" lang="">
                    {todo.title}
                  </span>
                  <span className="flex gap-x-3 overflow-hidden text-small whitespace-nowrap text-faint">
                    <Does todo={todo} titles={titles} />
                  </span>
                </span>
              </Link>
            )}
          </LongList>
        </div>
      )}
    </Section>
  );
}

function Place({ place }: { readonly place: number }) {
  return <span className="w-10 shrink-0 text-right text-faint tabular-nums">{place}</span>;
}

/** What a todo does, after which others, and what people have to do with it. */
function Does({
  todo: { kind, tool_name, depends_on, requires_approval, review_result, assignee },
  titles,
}: {
  readonly todo: BoardTodo;
  readonly titles: ReadonlyMap<string, string>;
}) {
  const { words } = useSpeech();
  return (
    <>
      <span>
        {kind === "tool" ? <code className="font-mono">{tool_name}</code> : words(`work_${kind}`)}
      </span>
      {assignee !== null && (
        <span>
          {words("assignee")}: {assignee}
        </span>
      )}
      {depends_on.length > 0 && (
        <span>
          {words("depends_on")}: {depends_on.map((one) => titles.get(one) ?? one).join(", ")}
        </span>
      )}
      {requires_approval && (
        <span className="inline-flex items-center gap-1 text-wait">
          <Icon name="check" size={12} />
          {words("kind_approval")}
        </span>
      )}
      {review_result && <span>{words("result_reviewed")}</span>}
    </>
  );
}

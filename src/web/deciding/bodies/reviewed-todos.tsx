import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Board, BoardTodo } from "../../../contract/plan/board.ts";
import type { ApprovalRule } from "../../../contract/tables/vocabulary.ts";
import { maskSeals } from "../../../json/seals.ts";
import { isStepped } from "../../../plan/model/plan.ts";
import { fieldsOf } from "../../../plan/views/board/changed-fields.ts";
import { startOf } from "../../../text/cut-text.ts";
import { Icon } from "../../parts/icon.tsx";
import { NotRead } from "../../parts/not-read.tsx";
import { Section } from "../../parts/panel.tsx";
import { LongList } from "../../parts/scrolling/long-list.tsx";
import { givenQuery, useClient } from "../../session/api.ts";
import { useMoreTodos } from "../../session/lists/use-more-todos.ts";
import { useBoard } from "../../session/live.ts";
import { useSpeech } from "../../words/words.ts";
import { FieldList } from "../change-list.tsx";
import { LineComment, type LineComments } from "./line-comment.tsx";

/** So many are written out; of more, only those in view are in the page, a line for each text. */
const MOST_WHOLE = 100;
const ROW_PX = 56;
/** Of a line that is cut to its width anyway. */
const MOST_SIGNS = 300;
/** What the line below a title says. */
const IN_LINE: ReadonlySet<string> = new Set([
  "kind",
  "tool_name",
  "assignee",
  "depends_on",
  "requires_approval",
  "review_result",
]);
const EVERY = { search: "", statuses: "" } as const;

/** What people say about single todos, and how they say it. */
interface Commented {
  readonly comments: LineComments;
  /** Nothing where nothing can be said any more. */
  readonly onComment: ((id: string, comment: string) => void) | undefined;
}

/** What a plan would do, for whoever approves it as a whole, and what that person says about its todos. */
export function ReviewedTodos({ planId, ...commented }: { readonly planId: string } & Commented) {
  const board = useBoard(planId).data;
  return board === undefined ? null : <Reviewed board={board} {...commented} />;
}

function Reviewed({ board, comments, onComment }: { readonly board: Board } & Commented) {
  const { words } = useSpeech();
  const { todos, more } = useMoreTodos(board, EVERY);
  const { id, todo_count, approval } = board.plan;
  const titles = new Map(todos.map((todo) => [todo.id, todo.title]));
  const places = new Map(todos.map((todo, place) => [todo.id, place + 1]));
  const title = words("todos_count", { count: todo_count });
  return (
    <Section title={title}>
      <p className="mb-3 text-soft">{words("asks_plan_review")}</p>
      {todo_count <= MOST_WHOLE ? (
        <ol className="divide-y divide-line rounded-lg border border-line">
          {todos.map((todo) => (
            <li key={todo.id} className="flex flex-wrap gap-x-3 gap-y-2 px-3 py-2">
              <Place place={places.get(todo.id)!} />
              <div className="min-w-0 flex-1">
                <p lang="">{todo.title}</p>
                <p className="flex flex-wrap gap-x-3 text-small text-faint">
                  <Does todo={todo} titles={titles} rule={approval} />
                </p>
                <Given planId={id} todoId={todo.id} place={0} titles={titles} />
              </div>
              {onComment !== undefined && (
                <LineComment
                  title={todo.title}
                  value={comments[todo.id] ?? ""}
                  onChange={(comment) => onComment(todo.id, comment)}
                />
              )}
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
                    <Does todo={todo} titles={titles} rule={approval} />
                    <GivenLine planId={id} todoId={todo.id} place={places.get(todo.id)! - 1} />
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

/** One of the todos with all that it is given; some are read together. */
function useGiven(planId: string, todoId: string, place: number) {
  const offset = place - (place % MOST_WHOLE);
  const { data, error } = useQuery(givenQuery(useClient(), planId, offset, MOST_WHOLE));
  return { todo: data?.todos.find(({ id }) => id === todoId), error };
}

interface GivenTo {
  readonly planId: string;
  readonly todoId: string;
  readonly place: number;
}

/** What a todo is given that its line does not say. */
function Given({ titles, ...of }: GivenTo & { readonly titles: ReadonlyMap<string, string> }) {
  const { todo, error } = useGiven(of.planId, of.todoId, of.place);
  if (todo === undefined) return <NotRead lines={1} error={error} />;
  const fields = fieldsOf(todo).filter(({ field }) => !IN_LINE.has(field));
  if (fields.length === 0) return null;
  return (
    <div className="mt-1">
      <FieldList fields={fields} titleOf={(id) => titles.get(id) ?? id} />
    </div>
  );
}

/** The same as far as a line has room: the todo's own page has all of it. */
function GivenLine({ planId, todoId, place }: GivenTo) {
  const { words } = useSpeech();
  const { todo } = useGiven(planId, todoId, place);
  if (todo === undefined) return null;
  const { kind, tool_params, agent_name, description, input_request } = todo;
  const text =
    kind === "tool"
      ? JSON.stringify(tool_params)
      : [agent_name, input_request?.question, description].filter((one) => one != null).join(": ");
  const shown = startOf(maskSeals(text, words("masked")), MOST_SIGNS);
  return <span lang="">{shown}</span>;
}

/** What a todo does, after which others, and what people have to do with it. */
function Does({
  todo,
  titles,
  rule,
}: {
  readonly todo: BoardTodo;
  readonly rule: ApprovalRule;
  readonly titles: ReadonlyMap<string, string>;
}) {
  const { words } = useSpeech();
  const { kind, tool_name, irreversible, depends_on, review_result, assignee } = todo;
  const runs = kind === "tool" || kind === "agent";
  const isMarked = todo.requires_approval || todo.required_by === "tool";
  const asks = isMarked || isStepped({ approval: rule }, kind);
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
      {irreversible === true && (
        <span className="inline-flex items-center gap-1 font-medium text-bad">
          <Icon name="alert" size={12} />
          {words("irreversible")}
        </span>
      )}
      {runs && !asks && <span>{words("runs_unasked")}</span>}
      {asks && (
        <span className="inline-flex items-center gap-1 text-wait">
          <Icon name="check" size={12} />
          {words(todo.required_by === "tool" ? "required_by_tool" : "kind_approval")}
        </span>
      )}
      {review_result && <span>{words("result_reviewed")}</span>}
    </>
  );
}

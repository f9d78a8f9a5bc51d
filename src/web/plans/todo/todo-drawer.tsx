import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import type { Board, BoardTodo } from "../../../contract/plan/board.ts";
import type { TodoDetail } from "../../../contract/plan/plan.ts";
import { TODO_ACTIONS, type TodoAction } from "../../../contract/tables/vocabulary.ts";
import { ActQuestion } from "../../boards/act-question.tsx";
import { reasonsById, reasonText } from "../../boards/reason-text.ts";
import { LetThrough } from "../../deciding/remembered.tsx";
import { Button, buttonLook } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { NotRead } from "../../parts/not-read.tsx";
import { PageTitle } from "../../parts/page-title.tsx";
import { Fact, Facts, Section, Skeleton } from "../../parts/panel.tsx";
import { isMissing, ProblemNote } from "../../parts/problem.tsx";
import { ProgressBar, TodoMark } from "../../parts/status.tsx";
import { TemporalLink } from "../../parts/temporal-link.tsx";
import { TodoLink } from "../../parts/todo-link.tsx";
import { JsonValue } from "../../parts/values/json-value.tsx";
import { todoChoicesQuery, todoQuery, useClient } from "../../session/api.ts";
import { useShortcut } from "../../session/keys/shortcuts.ts";
import { useBoard } from "../../session/live.ts";
import { useNow } from "../../session/now.ts";
import { useTitle } from "../../session/page/use-title.ts";
import { useMay } from "../../session/use-may.ts";
import { useMoment } from "../../session/use-moment.ts";
import { AgentCountdown } from "../../talk/agent-countdown.tsx";
import { useLinkedLine } from "../../talk/log/linked-line.ts";
import { PendingQuestion } from "../../talk/pending-question.tsx";
import { spanOf } from "../../words/times.ts";
import { useSpeech } from "../../words/words.ts";
import { Attempts, NewestAttempt } from "./attempts.tsx";
import { History } from "./history.tsx";
import { RunLog } from "./run-log.tsx";
import { TodoResult } from "./todo-result.tsx";

const TodoEdits = lazy(async () => ({
  default: (await import("../../boards/editing/todo-edits.tsx")).TodoEdits,
}));

const Conversation = lazy(async () => ({
  default: (await import("../../talk/conversation.tsx")).Conversation,
}));

const route = getRouteApi("/plans/$plan/todos/$todo");

/** One todo beside its plan: what it is, what it got and gave, what happened to it. */
export function TodoDrawer() {
  const { words } = useSpeech();
  const { plan, todo: todoId } = route.useParams();
  const client = useClient();
  const navigate = useNavigate();
  const { data: board } = useBoard(plan);
  const { data: todo, error, refetch } = useQuery(todoQuery(client, plan, todoId));
  useTitle(`${todo?.title ?? todoId} · ${board?.plan.title ?? plan}`);
  const leave = (): void => void navigate({ to: "/plans/$plan", params: { plan } });
  useShortcut("shortcut_escape", ["Escape"], leave);
  return (
    <article aria-labelledby="todo-title" className="px-4 py-3">
      <div className="mb-2 flex items-center justify-between gap-2">
        {todo === undefined ? <span /> : <TodoMark status={todo.status} />}
        <Button look="bare" icon="cross" aria-label={words("close")} onPress={leave} />
      </div>
      {todo === undefined || board === undefined ? (
        <NotRead lines={6} error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          {/* Somebody has removed it; what is written in a form of it is still there. */}
          {isMissing(error) && <ProblemNote error={error} onRetry={() => void refetch()} />}
          <Todo key={todoId} todo={todo} board={board} />
        </>
      )}
    </article>
  );
}

function Todo({ todo, board }: { readonly todo: TodoDetail; readonly board: Board }) {
  const { words } = useSpeech();
  const line = useLinkedLine();
  const row = board.todos.find(({ id }) => id === todo.id);
  const countdown = row?.agent?.countdown;
  const isAgents = todo.kind === "agent" || todo.agent !== null;
  const asks =
    (row ?? todo).blocker !== null ||
    board.holds.some(({ todo_id, asked_by }) => todo_id === todo.id && asked_by !== null);
  // A line that somebody links to is looked at first; then what an agent asks, with all that was said (S4).
  const first = line !== null ? "log" : isAgents && asks ? "conversation" : "overview";
  const tabs = [
    { id: "overview", name: words("drawer_overview") },
    ...(isAgents ? [{ id: "conversation", name: words("drawer_conversation") }] : []),
    { id: "data", name: words("drawer_data") },
    ...(todo.run > 0 && todo.kind === "tool" ? [{ id: "log", name: words("log") }] : []),
    ...(todo.run > 0 ? [{ id: "attempts", name: words("attempts") }] : []),
    { id: "history", name: words("drawer_history") },
  ];
  return (
    <>
      <PageTitle as="h2" id="todo-title" className="text-head font-semibold" lang="">
        {todo.title}
      </PageTitle>
      <p className="flex flex-wrap items-center gap-x-4">
        <code className="font-mono text-small text-faint">{todo.id}</code>
        {todo.run > 0 && <TemporalLink planId={todo.plan_id} todo={todo} />}
      </p>
      {countdown != null && (
        <AgentCountdown planId={todo.plan_id} todo={todo} countdown={countdown} />
      )}
      <TodoActions todo={todo} board={board} />
      <Suspense>
        <TodoEdits todo={todo} board={board} />
      </Suspense>
      <Tabs className="mt-3" defaultSelectedKey={first}>
        <TabList aria-label={todo.title} className="flex flex-wrap gap-x-4 border-b border-line">
          {tabs.map(({ id, name }) => (
            <Tab
              key={id}
              id={id}
              className="flex cursor-pointer items-center border-b-2 pointer-coarse:min-h-11 border-transparent py-1.5 font-medium whitespace-nowrap text-soft data-selected:border-accent data-selected:text-ink"
            >
              {name}
            </Tab>
          ))}
        </TabList>
        <TabPanel id="overview">
          <Overview todo={todo} row={row ?? todo} board={board} />
        </TabPanel>
        {isAgents && (
          <TabPanel id="conversation">
            <Suspense fallback={<Skeleton lines={4} />}>
              <Conversation todo={todo} />
            </Suspense>
          </TabPanel>
        )}
        <TabPanel id="data">
          <PendingQuestion planId={todo.plan_id} todoId={todo.id} />
          <Section title={words("arguments")}>
            <JsonValue value={todo.approved_args ?? todo.tool_params} />
          </Section>
          {todo.input_data !== null && (
            <Section title={words("input_data")}>
              <JsonValue value={todo.input_data} />
            </Section>
          )}
          {Object.keys(todo.context).length > 0 && (
            <Section title={words("context")}>
              <JsonValue value={todo.context} />
            </Section>
          )}
          <Section title={words("result")}>
            <TodoResult todo={todo} />
          </Section>
        </TabPanel>
        <TabPanel id="log">
          <RunLog todo={todo} />
        </TabPanel>
        <TabPanel id="attempts">
          <Attempts planId={todo.plan_id} todoId={todo.id} />
        </TabPanel>
        <TabPanel id="history">
          <History planId={todo.plan_id} todoId={todo.id} />
        </TabPanel>
      </Tabs>
    </>
  );
}

function Overview({
  todo,
  row,
  board,
}: {
  readonly todo: TodoDetail;
  /** As the board has it, which is told more often. */
  readonly row: BoardTodo;
  readonly board: Board;
}) {
  const speech = useSpeech();
  const { words, inOwnWords } = speech;
  const now = useNow();
  const moment = useMoment();
  const { started_at, completed_at, skipped } = todo;
  const reasons = reasonsById(board).get(todo.id) ?? [];
  const error = skipped === null ? inOwnWords(todo, "error_message") : "";
  const links = (ids: readonly string[]) =>
    ids.map((id) => (
      <TodoLink
        key={id}
        planId={todo.plan_id}
        id={id}
        todo={board.todos.find((one) => one.id === id)}
      />
    ));
  return (
    <div className="py-4">
      {todo.description !== null && (
        <p className="mb-4 whitespace-pre-wrap" lang="">
          {todo.description}
        </p>
      )}
      {error !== "" && (
        <p className="mb-4 rounded-md bg-bad-tint px-3 py-2" lang="">
          <span className="sr-only">{words("error")}: </span>
          {error}
        </p>
      )}
      <Facts>
        {reasons.length > 0 && (
          <Fact name={words("why_waits")}>
            {reasons.map((reason) => (
              <p key={reason.code}>{reasonText(reason, board, speech)}</p>
            ))}
          </Fact>
        )}
        {skipped !== null && (
          <Fact name={words("skipped_because")}>
            {skipped.cause === "operator" && skipped.reason !== null && `${skipped.by}: `}
            {inOwnWords(todo, "error_message")}
          </Fact>
        )}
        <LetThrough todo={todo} />
        <Fact name={words("tool")}>
          {todo.kind === "tool" ? (
            <code className="font-mono">{todo.tool_name}</code>
          ) : (
            words(`work_${todo.kind}`)
          )}
        </Fact>
        {todo.agent_name !== null && <Fact name={words("work_agent")}>{todo.agent_name}</Fact>}
        {todo.agent_purpose !== null && (
          <Fact name={words("agent_purpose")}>
            <span lang="">{todo.agent_purpose}</span>
          </Fact>
        )}
        {todo.expected_output !== null && (
          <Fact name={words("expected_output")}>
            <span lang="">{todo.expected_output}</span>
          </Fact>
        )}
        {todo.estimated_seconds !== null && (
          <Fact name={words("estimate")}>{spanOf(todo.estimated_seconds * 1_000, words)}</Fact>
        )}
        {todo.review_result && <Fact name={words("result")}>{words("result_reviewed")}</Fact>}
        {todo.assignee !== null && <Fact name={words("assignee")}>{todo.assignee}</Fact>}
        {todo.depends_on.length > 0 && (
          <Fact name={words("depends_on")}>{links(todo.depends_on)}</Fact>
        )}
        {todo.blocks.length > 0 && <Fact name={words("blocks")}>{links(todo.blocks)}</Fact>}
        {started_at !== null && <Fact name={words("started")}>{moment(started_at)}</Fact>}
        {completed_at !== null && <Fact name={words("ended")}>{moment(completed_at)}</Fact>}
        <ToldProgress todo={row} />
        {started_at !== null && (
          <Fact name={words("took")}>
            {spanOf(
              (completed_at === null ? now : Date.parse(completed_at)) - Date.parse(started_at),
              words,
            )}
          </Fact>
        )}
        {todo.kind === "tool" && todo.run === 1 && (
          <Fact name={words("attempts")}>
            {words("attempts_of", { count: todo.retry_count + 1, most: todo.max_retries + 1 })}
          </Fact>
        )}
        {todo.kind === "tool" && todo.run > 1 && (
          <NewestAttempt planId={todo.plan_id} todoId={todo.id} />
        )}
      </Facts>
    </div>
  );
}

/** How far its tool is, and what it says that it does. */
function ToldProgress({ todo }: { readonly todo: BoardTodo }) {
  const { words, inOwnWords } = useSpeech();
  const { status, progress_percentage: percent } = todo;
  const message = inOwnWords(todo, "progress_message");
  if (status !== "in_progress" || (percent === 0 && message === "")) return null;
  return (
    <Fact name={words("progress")}>
      <span className="flex items-center gap-2 tabular-nums">
        <ProgressBar percent={percent} />
        {Math.round(percent)}%
      </span>
      {message !== "" && <p lang="">{message}</p>}
    </Fact>
  );
}

/** What operators may do to it now, each with what it stops and starts, and the way to its hold. */
function TodoActions({ todo, board }: { readonly todo: TodoDetail; readonly board: Board }) {
  const { words } = useSpeech();
  const client = useClient();
  const [asked, setAsked] = useState<TodoAction | null>(null);
  const { plan_id, id } = todo;
  const { data } = useQuery(todoChoicesQuery(client, plan_id, id));
  const mayAct = useMay("operator") !== false;
  const choices = (mayAct ? (data?.choices ?? []) : []).flatMap((choice) =>
    TODO_ACTIONS.flatMap((action) => (choice.choice === action ? [{ ...choice, action }] : [])),
  );
  const hold = board.holds.find(({ todo_id }) => todo_id === id);
  const isWork = todo.kind === "manual" && (todo.offered_at !== null || todo.claimed_by !== null);
  const isOpenWork = isWork && (todo.status === "pending" || todo.status === "in_progress");
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {hold !== undefined && (
        <Link to="/inbox/$hold" params={{ hold: hold.id }} className={buttonLook("main")}>
          {words("decide_it")}
          <Icon name="right" />
        </Link>
      )}
      {isOpenWork && (
        <Link
          to="/inbox/work/$plan/$todo"
          params={{ plan: plan_id, todo: id }}
          className={buttonLook("main")}
        >
          {words("do_it")}
          <Icon name="right" />
        </Link>
      )}
      {choices.map(
        ({ action }) =>
          // There are seconds for a halt, and it stands beside what it prevents.
          action !== "halt" && (
            <Button key={action} says={words(action)} onPress={() => setAsked(action)} />
          ),
      )}
      {asked !== null && (
        <ActQuestion planId={plan_id} todo={todo} action={asked} onClose={() => setAsked(null)} />
      )}
    </div>
  );
}

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Client } from "../../client/client.ts";
import type { AgentStep } from "../../contract/plan/agents/agent.ts";
import type { TranscriptTurn } from "../../contract/plan/agents/transcript.ts";
import type { TodoDetail } from "../../contract/plan/plan.ts";
import { ASK_ORCHESTRATOR, readAsk } from "../../plan/agents/own-tools.ts";
import { jsonOf } from "../../text/json-of.ts";
import { Download } from "../parts/download.tsx";
import { Icon, type IconName } from "../parts/icon.tsx";
import { NotRead } from "../parts/not-read.tsx";
import { Section } from "../parts/panel.tsx";
import { KEYS, useClient } from "../session/api.ts";
import { useMoment } from "../session/use-moment.ts";
import { moneyOf, numberOf } from "../words/amounts.ts";
import { sizeOf } from "../words/times.ts";
import { useSpeech } from "../words/words.ts";
import { TodoLog, type LogOf } from "./log/todo-log.tsx";
import { PendingQuestion } from "./pending-question.tsx";

/** Turns tell of themselves by events; what a tool answers in between does not. */
const LIVE_MS = 2_000;

type TranscriptCall = TranscriptTurn["tool_calls"][number];

/** What an agent and the orchestrator have said about a todo, turn by turn while it goes on. */
export function Conversation({ todo }: { readonly todo: TodoDetail }) {
  const { words, language } = useSpeech();
  const client = useClient();
  const { plan_id, id, agent } = todo;
  const { data, error, refetch } = useQuery({
    queryKey: [...KEYS.plan(plan_id), "transcript", id],
    queryFn: ({ signal }) => readAll(client, plan_id, id, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.live === true ? LIVE_MS : false),
  });
  const attempts = new Set(data?.turns.map(attemptOf));
  return (
    <div className="flex flex-col pb-4">
      <PendingQuestion planId={plan_id} todoId={id} />
      {agent !== null && agent.steps.length > 0 && (
        <Section title={words("agent_steps")}>
          <Steps steps={agent.steps} />
        </Section>
      )}
      {agent !== null && agent.spent.turns > 0 && (
        <Section title={words("usage")}>
          <p className="tabular-nums">
            {words("usage_of", {
              turns: agent.spent.turns,
              input: numberOf(agent.spent.input_tokens, language),
              output: numberOf(agent.spent.output_tokens, language),
              cost: moneyOf(agent.spent.cost_usd, language),
            })}
          </p>
        </Section>
      )}
      <Section
        title={words("drawer_conversation")}
        aside={
          data !== undefined && (
            <span className="text-small text-faint">
              {words("conversation_turns", { count: data.turns.length })}
              {" · "}
              {words(data.live ? "conversation_live" : "conversation_over")}
            </span>
          )
        }
      >
        {data === undefined ? (
          <NotRead lines={5} error={error} onRetry={() => void refetch()} />
        ) : data.turns.length === 0 ? (
          <p className="text-faint">{words("conversation_empty")}</p>
        ) : (
          <ol className="flex flex-col gap-3">
            {data.turns.map((turn, place) => (
              <li key={`${attemptOf(turn)}.${turn.turn_index}`}>
                {attempts.size > 1 && attemptOf(turn) !== attemptOf(data.turns[place - 1]) && (
                  <h3 className="mb-2 text-small font-semibold text-faint">
                    {turn.attempt === 1
                      ? words("conversation_run", { run: turn.run })
                      : words("attempt_of_run", { run: turn.run, attempt: turn.attempt })}
                  </h3>
                )}
                <Turn turn={turn} todo={todo} />
              </li>
            ))}
          </ol>
        )}
      </Section>
    </div>
  );
}

/** Which attempt of which run said it: each counts its turns anew. */
function attemptOf(turn: TranscriptTurn | undefined): string {
  return `${turn?.run}.${turn?.attempt}`;
}

async function readAll(client: Client, planId: string, todoId: string, signal: AbortSignal) {
  const turns: TranscriptTurn[] = [];
  for (;;) {
    const page = await client.todos.transcript(
      planId,
      todoId,
      { offset: turns.length },
      { signal },
    );
    turns.push(...page.turns);
    if (page.next_offset === null || page.turns.length === 0) return { turns, live: page.live };
  }
}

function Turn({ turn, todo }: { readonly turn: TranscriptTurn; readonly todo: TodoDetail }) {
  const { words, language } = useSpeech();
  const moment = useMoment();
  const { role, content, timestamp, model, usage, tool_calls } = turn;
  const isAgent = role === "agent";
  return (
    <article
      aria-label={words(`role_${role}`)}
      className={`border-l-2 pl-3 ${isAgent ? "border-accent" : "border-line"}`}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-small text-faint">
        <span className={`font-semibold ${isAgent ? "text-accent" : "text-soft"}`}>
          {words(`role_${role}`)}
        </span>
        <time dateTime={timestamp}>{moment(timestamp)}</time>
        {model !== null && <span>{model}</span>}
        {usage !== null && (
          <span className="tabular-nums">
            {words("tokens_of", {
              input: numberOf(usage.input_tokens, language),
              output: numberOf(usage.output_tokens, language),
            })}
            {" · "}
            {usage.cost_usd === null ? words("no_price") : moneyOf(usage.cost_usd, language)}
          </span>
        )}
      </p>
      {content !== "" && (
        <p className="mt-0.5 whitespace-pre-wrap" lang="">
          {content}
        </p>
      )}
      {tool_calls.map((call) => {
        const { call_id, result } = call;
        const question = questionOf(call);
        if (question !== null) return <Question key={call_id} {...question} result={result} />;
        const log = { plan_id: todo.plan_id, todo_id: todo.id, run: turn.run, call_id };
        return <Call key={call_id} call={call} attempt={turn.attempt} log={log} />;
      })}
    </article>
  );
}

/** What a call asks the orchestrator, or null. */
function questionOf({ name, arguments: args }: TranscriptCall) {
  const asked = name === ASK_ORCHESTRATOR ? readAsk(jsonOf(args)) : null;
  return asked !== null && "question" in asked ? asked : null;
}

/** What the agent asks by a call. The answer is a turn of its own; why there is none is told here. */
function Question({
  question,
  context,
  result,
}: {
  readonly question: string;
  readonly context?: string | undefined;
  readonly result: string | null;
}) {
  const { words } = useSpeech();
  const told = jsonOf(result ?? "") as { error?: string; by?: string } | null | undefined;
  return (
    <>
      <p className="mt-0.5 whitespace-pre-wrap" lang="">
        {question}
      </p>
      {context !== undefined && (
        <p className="mt-0.5 whitespace-pre-wrap text-soft" lang="">
          {context}
        </p>
      )}
      {told?.error !== undefined && (
        <p role="note" className="mt-1.5 rounded-md border border-line px-2 py-1">
          <span className="mr-2 text-small font-semibold text-soft">
            {words("role_orchestrator")}
          </span>
          <span lang="">{told.error}</span>
        </p>
      )}
    </>
  );
}

function Call({
  call: { call_id, name, arguments: args, result, whole_bytes },
  attempt,
  log,
}: {
  readonly call: TranscriptCall;
  readonly attempt: number;
  readonly log: LogOf;
}) {
  const { words, language } = useSpeech();
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="mt-1.5 rounded-md border border-line"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-8 items-center gap-2 px-2 text-small">
        <Icon name={result === null ? "clock" : "check"} size={12} />
        <span>{words("called", { tool: name })}</span>
        {result === null && <span className="text-run">{words("call_open")}</span>}
      </summary>
      <div className="flex flex-col gap-1 p-2 pt-0 text-small">
        <span className="text-faint">{words("arguments")}</span>
        <pre className="code" lang="">
          {args}
        </pre>
        {result !== null && (
          <>
            <span className="text-faint">{words("call_result")}</span>
            <pre className="code" lang="">
              {result}
            </pre>
            {whole_bytes !== undefined && (
              <>
                <span className="text-soft">
                  {words("call_result_cut", { size: sizeOf(whole_bytes, language) })}
                </span>
                <Download
                  label={words("download")}
                  name={`${log.todo_id}-${call_id}.json`}
                  read={() =>
                    client.todos.result(log.plan_id, log.todo_id, {
                      call_id,
                      run: log.run,
                      attempt,
                    })
                  }
                />
              </>
            )}
          </>
        )}
        <span className="text-faint">{words("log")}</span>
        {isOpen && <TodoLog of={log} isLive={result === null} />}
      </div>
    </details>
  );
}

const STEP_ICONS: Readonly<Record<AgentStep["status"], readonly [IconName, string]>> = {
  pending: ["clock", "text-faint"],
  in_progress: ["play", "text-run"],
  completed: ["check", "text-good"],
  cancelled: ["cross", "text-faint"],
};

/** The agent's own list, as it keeps it (S3). */
function Steps({ steps }: { readonly steps: readonly AgentStep[] }) {
  const { words } = useSpeech();
  return (
    <ul className="flex flex-col gap-1">
      {steps.map(({ id, content, status }) => {
        const [icon, tone] = STEP_ICONS[status];
        return (
          <li key={id} className="flex items-start gap-2">
            <span className={`pt-0.5 ${tone}`}>
              <Icon name={icon} />
            </span>
            <span className="min-w-0" lang="">
              {content}
            </span>
            <span className="ml-auto shrink-0 text-small text-faint">
              {words(`step_${status}`)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

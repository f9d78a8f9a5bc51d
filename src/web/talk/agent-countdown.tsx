import { useEffect, useEffectEvent } from "react";
import type { Board, BoardTodo } from "../../contract/plan/board.ts";
import { ProblemError } from "../../contract/problems/problem-error.ts";
import { Button } from "../parts/button.tsx";
import { toast } from "../parts/toasts.tsx";
import { withCode } from "../parts/values/with-code.tsx";
import { useClient } from "../session/api.ts";
import { useSecondsLeft } from "../session/now.ts";
import { useCommand } from "../session/use-command.ts";
import { useSpeech } from "../words/words.ts";

interface Counting {
  readonly planId: string;
  readonly todo: Pick<BoardTodo, "id" | "title">;
  readonly countdown: NonNullable<NonNullable<BoardTodo["agent"]>["countdown"]>;
}

/**
 * Agents that are about to go on by themselves, each as a toast that counts and can be cancelled.
 * @param openTodo has a note of its own where it is looked at.
 */
export function AgentCountdowns({
  board,
  openTodo,
}: {
  readonly board: Board;
  readonly openTodo: string | undefined;
}) {
  return board.todos.map((todo) => {
    const { id, run, agent } = todo;
    if (agent?.countdown == null || id === openTodo) return null;
    const about = { planId: board.plan.id, todo, countdown: agent.countdown };
    return <CountdownToast key={`${id} ${run} ${agent.turn}`} {...about} />;
  });
}

function CountdownToast(counting: Counting) {
  const { words } = useSpeech();
  const halt = useHalt(counting);
  const { todo, countdown } = counting;
  useToast(
    words("agent_continues", { title: todo.title, left: countdown.left }),
    { name: words("halt"), run: halt },
    countdown.ends_at,
  );
  return null;
}

/** Tells something once, when what tells it is there. */
function useToast(...told: Parameters<typeof toast>): void {
  const show = useEffectEvent(() => toast(...told));
  useEffect(() => show(), []);
}

/** Agents outside that are told to go on in a moment: each as a toast that counts and goes with its countdown. */
export function SessionCountdowns({ board }: { readonly board: Board }) {
  return (board.plan.session_countdowns ?? []).map((counting) => (
    <SessionToast key={`${counting.session_id} ${counting.ends_at}`} {...counting} />
  ));
}

function SessionToast({
  session_id: session,
  ends_at,
  left,
}: NonNullable<Board["plan"]["session_countdowns"]>[number]) {
  const { words } = useSpeech();
  useToast(words("session_continues", { session, left }), undefined, ends_at);
  return null;
}

/** The same where its todo is looked at: what comes by itself, when, and the way to prevent it. */
export function AgentCountdown(counting: Counting) {
  const { words } = useSpeech();
  const halt = useHalt(counting);
  const { ends_at, left } = counting.countdown;
  const seconds = useSecondsLeft(ends_at);
  return (
    <section
      aria-label={words("agent_countdown")}
      className="mt-3 flex flex-wrap items-center justify-between gap-2 rounded-lg border border-wait/50 p-3"
    >
      <p className="min-w-0">{words("agent_continues_here", { left })}</p>
      <Button look="main" sends onPress={halt}>
        {words("halt")}
        <span aria-hidden className="tabular-nums">
          {words("in_seconds", { seconds })}
        </span>
      </Button>
    </section>
  );
}

/** Keeps the agent from going on; it then waits for what a person says. */
function useHalt({ planId, todo }: Counting): () => void {
  const { words, inOwnWords } = useSpeech();
  const client = useClient();
  const { mutate } = useCommand(
    planId,
    async () => {
      try {
        return await client.todos.halt(planId, todo.id);
      } catch (error) {
        const why = error instanceof ProblemError ? inOwnWords(error.problem, "detail") : "";
        toast(withCode(words("halt_failed", { why }).trim()));
        throw error;
      }
    },
    () => toast(words("sent_halt", { title: todo.title })),
  );
  return () => mutate(undefined);
}

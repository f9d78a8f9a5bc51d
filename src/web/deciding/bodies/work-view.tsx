import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { TodoDetail } from "../../../contract/plan/plan.ts";
import { Button } from "../../parts/button.tsx";
import { TimeLeft } from "../../parts/countdown.tsx";
import { Ending } from "../../parts/forms/ending.tsx";
import { TextField } from "../../parts/forms/field.tsx";
import { Form } from "../../parts/forms/form.tsx";
import { NotRead } from "../../parts/not-read.tsx";
import { PageTitle } from "../../parts/page-title.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { KindBadge, TodoMark } from "../../parts/status.tsx";
import { toast } from "../../parts/toasts.tsx";
import { actionsQuery, todoQuery, useClient } from "../../session/api.ts";
import { noteDecided, workId } from "../../session/decided.ts";
import { dropDraft, useDraft } from "../../session/draft.ts";
import { useBoard } from "../../session/live.ts";
import { useTitle } from "../../session/page/use-title.ts";
import { useCommand } from "../../session/use-command.ts";
import { useSpeech } from "../../words/words.ts";
import { Upstream } from "../upstream.tsx";

/** A todo that a person does: take it, give it back, say that it is done or cannot be. */
export function WorkView({
  planId,
  todoId,
  after,
}: {
  readonly planId: string;
  readonly todoId: string;
  readonly after?: ReactNode;
}) {
  const { words } = useSpeech();
  const client = useClient();
  const board = useBoard(planId);
  const { data: todo, error, refetch } = useQuery(todoQuery(client, planId, todoId));
  useTitle(todo?.title ?? todoId);
  if (todo === undefined)
    return <NotRead isPage lines={6} error={error} onRetry={() => void refetch()} />;
  const isOpen = todo.status === "pending" || todo.status === "in_progress";
  return (
    <article aria-labelledby="work-title" className="mx-auto w-full max-w-3xl px-4 py-5 md:px-8">
      <header className="mb-4 flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2 text-small">
          <KindBadge kind="work" />
          <Link
            to="/plans/$plan"
            params={{ plan: planId }}
            className="lone min-w-0 truncate text-soft hover:text-ink hover:underline"
          >
            {board.data?.plan.title ?? planId}
          </Link>
        </div>
        <PageTitle id="work-title" className="text-title font-semibold" lang="">
          {todo.title}
        </PageTitle>
        <p className="flex flex-wrap items-center gap-x-3 text-soft">
          {isOpen ? (
            <>
              <span>
                {todo.claimed_by === null
                  ? todo.assignee === null
                    ? words("unclaimed")
                    : words("asked_of", { who: todo.assignee })
                  : words("claimed_by", { who: todo.claimed_by })}
              </span>
              <TimeLeft until={todo.due_at} />
            </>
          ) : (
            <TodoMark status={todo.status} />
          )}
        </p>
      </header>
      {isOpen ? <WorkPanel key={todo.run} todo={todo} /> : after}
      <div className="mt-4">
        <Upstream planId={planId} todoId={todoId} />
      </div>
    </article>
  );
}

type Writing = "done" | "cannot" | null;

function WorkPanel({ todo }: { readonly todo: TodoDetail }) {
  const { words } = useSpeech();
  const client = useClient();
  const { plan_id, id, title } = todo;
  const draft = `${plan_id}.${id}.${todo.run}`;
  const [writing, setWriting] = useState<Writing>(null);
  // The button of what was left takes the focus when the buttons are back.
  const [left, setLeft] = useState<Writing>(null);
  const [result, setResult] = useDraft(`${draft}.result`, "");
  const [note, setNote] = useDraft(`${draft}.note`, "");
  const [reason, setReason] = useDraft(`${draft}.reason`, "");
  const [isTried, setTried] = useState(false);
  const { data: actions } = useQuery(actionsQuery(client, plan_id, id));
  const can = (word: "claim" | "release" | "done" | "cannot"): boolean =>
    actions?.todo?.[word].possible === true;
  const command = useCommand(
    plan_id,
    async (word: "claim" | "release" | "done" | "cannot") => {
      switch (word) {
        case "claim":
          return client.todos.claim(plan_id, id);
        case "release":
          return client.todos.release(plan_id, id);
        case "done":
          return client.todos.done(plan_id, id, {
            ...(result.trim() !== "" && { result }),
            ...(note.trim() !== "" && { note }),
          });
        case "cannot":
          return client.todos.cannot(plan_id, id, { reason });
      }
    },
    (_, word) => {
      toast(words(`sent_${word}`, { title }));
      setWriting(null);
      if (word !== "done" && word !== "cannot") return;
      noteDecided(workId({ plan_id, todo_id: id, offered_at: todo.offered_at }));
      for (const part of ["result", "note", "reason"]) dropDraft(`${draft}.${part}`);
    },
  );
  const { isPending } = command;
  const leave = (): void => {
    setLeft(writing);
    setWriting(null);
  };
  return (
    <div className="flex flex-col gap-3">
      <ProblemNote isPage error={command.error} />
      {writing === null && (
        <div className="flex flex-wrap gap-2">
          {can("claim") && (
            <Button
              says={words("claim")}
              icon="person"
              isDisabled={isPending}
              sends
              onPress={() => command.mutate("claim")}
            />
          )}
          {can("done") && (
            <Button
              says={words("done")}
              look="main"
              icon="check"
              isDisabled={isPending}
              autoFocus={left === "done"}
              onPress={() => setWriting("done")}
            />
          )}
          {can("cannot") && (
            <Button
              says={words("cannot")}
              look="bad"
              icon="cross"
              isDisabled={isPending}
              autoFocus={left === "cannot"}
              onPress={() => setWriting("cannot")}
            />
          )}
          {can("release") && (
            <Button
              says={words("release")}
              look="bare"
              isDisabled={isPending}
              sends
              onPress={() => command.mutate("release")}
            />
          )}
        </div>
      )}
      {writing === "done" && (
        <Form label={words("done_title")} onSend={() => command.mutate("done")} onLeave={leave}>
          <TextField
            label={words("result")}
            hint={words("result_hint")}
            optional
            rows={3}
            autoFocus
            value={result}
            onChange={setResult}
          />
          <TextField label={words("note")} optional value={note} onChange={setNote} />
          <Ending icon="check" isDisabled={isPending} onLeave={leave}>
            {words("done")}
          </Ending>
        </Form>
      )}
      {writing === "cannot" && (
        <Form
          label={words("cannot_title")}
          onLeave={leave}
          onSend={() => {
            setTried(true);
            if (reason.trim() !== "") command.mutate("cannot");
          }}
        >
          <TextField
            label={words("cannot_title")}
            rows={3}
            autoFocus
            value={reason}
            mistake={isTried && reason.trim() === "" ? words("cannot_needs_reason") : undefined}
            onChange={setReason}
          />
          <Ending look="bad" icon="cross" isDisabled={isPending} onLeave={leave}>
            {words("cannot")}
          </Ending>
        </Form>
      )}
    </div>
  );
}

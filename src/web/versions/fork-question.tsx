import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ForkInput, PlanView } from "../../contract/plan/plan.ts";
import type { Todo } from "../../contract/plan/todo.ts";
import { Question } from "../parts/dialog.tsx";
import { Ending } from "../parts/forms/ending.tsx";
import { Check, TextField } from "../parts/forms/field.tsx";
import { Form } from "../parts/forms/form.tsx";
import { useStarted } from "../parts/forms/use-started.ts";
import { Fact, Facts, Skeleton } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { KEYS, useClient } from "../session/api.ts";
import { FORKING } from "../words/catalogs/forking.ts";
import { useSpeechWith } from "../words/words.ts";

/** The moment of a plan from which another starts; empty for what it is now. */
export type ForkMoment = Pick<ForkInput, "version" | "checkpoint_id">;

/** Todos of one sort that are named; of more, their number is told. */
const NAMED = 6;

/** Whether to start another plan from this one, with what is done in it already, and what it starts. */
export function ForkQuestion({
  planId,
  moment,
  onClose,
}: {
  readonly planId: string;
  readonly moment: ForkMoment;
  readonly onClose: () => void;
}) {
  const { words } = useSpeechWith(FORKING);
  const client = useClient();
  const started = useStarted();
  const [title, setTitle] = useState<string | null>(null);
  const [review, setReview] = useState<boolean | null>(null);
  const input = { ...moment, ...(review !== null && { plan_review: review }) };
  const preview = useQuery({
    queryKey: [...KEYS.plan(planId), "fork", input],
    queryFn: ({ signal }) => client.plans.fork(planId, input, { validateOnly: true, signal }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const fork = useMutation({
    mutationFn: (name: string) => client.plans.fork(planId, { ...input, title: name }),
    onSuccess: (plan) => {
      onClose();
      started(plan.id, words("plan_started", { title: plan.title }));
    },
  });
  const { data } = preview;
  const name = title ?? data?.title ?? "";
  const isAsked = data === undefined || name.trim() === "" || fork.isPending;
  return (
    <Question title={titleOf(moment, words)} onClose={onClose}>
      <Form
        label={words("fork_do")}
        onSend={() => {
          if (!isAsked) fork.mutate(name);
        }}
      >
        <p className="text-soft">{words("fork_detail")}</p>
        {data === undefined ? (
          preview.error === null && <Skeleton lines={3} />
        ) : (
          <>
            <TextField label={words("title")} value={name} onChange={setTitle} />
            <WhatStarts plan={data} />
            <Check
              isOn={review ?? data.plan_review}
              onChange={setReview}
              className="gap-2 pointer-coarse:min-h-11"
            >
              {words("fork_review")}
            </Check>
          </>
        )}
        <ProblemNote error={fork.error ?? preview.error} />
        <Ending isRight isDisabled={isAsked} onLeave={onClose}>
          {words("fork_do")}
        </Ending>
      </Form>
    </Question>
  );
}

type Say = ReturnType<typeof useSpeechWith<typeof FORKING>>["words"];

function titleOf({ version, checkpoint_id }: ForkMoment, words: Say): string {
  if (version !== undefined) return words("fork_title_version", { version });
  return words(checkpoint_id === undefined ? "fork_title" : "fork_title_checkpoint");
}

function WhatStarts({ plan }: { readonly plan: PlanView }) {
  const { words } = useSpeechWith(FORKING);
  const of = (...statuses: readonly Todo["status"][]) =>
    plan.todos.filter(({ status }) => statuses.includes(status));
  const kept = of("completed", "skipped");
  const first = of("pending");
  const later = of("blocked");
  if (first.length === 0 && later.length === 0) return <p>{words("fork_nothing")}</p>;
  return (
    <Facts>
      {first.length > 0 && (
        <Fact name={words(plan.plan_review ? "fork_first_reviewed" : "fork_first")}>
          <Named todos={first} />
        </Fact>
      )}
      {later.length > 0 && (
        <Fact name={words("fork_later")}>
          <Named todos={later} />
        </Fact>
      )}
      {kept.length > 0 && (
        <Fact name={words("fork_kept")}>
          <Named todos={kept} isDone />
        </Fact>
      )}
    </Facts>
  );
}

function Named({
  todos,
  isDone = false,
}: {
  readonly todos: readonly Todo[];
  readonly isDone?: boolean;
}) {
  const { words } = useSpeechWith(FORKING);
  const noteOf = ({ kind, requires_approval, required_by }: Todo): string | undefined => {
    if (isDone) return undefined;
    if (requires_approval || required_by === "tool") return words("fork_approval");
    return kind === "manual" || kind === "question" ? words("fork_person") : undefined;
  };
  return (
    <ul>
      {todos.slice(0, NAMED).map((todo) => (
        <li key={todo.id}>
          <span lang="">{todo.title}</span>
          {noteOf(todo) !== undefined && <span className="text-faint"> · {noteOf(todo)}</span>}
        </li>
      ))}
      {todos.length > NAMED && (
        <li className="text-faint">{words("fork_more", { count: todos.length - NAMED })}</li>
      )}
    </ul>
  );
}

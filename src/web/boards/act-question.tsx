import { useQuery } from "@tanstack/react-query";
import type { TodoAction } from "../../contract/tables/vocabulary.ts";
import { changesNothing, consequenceText } from "../deciding/consequences.tsx";
import { unawaitedText } from "../deciding/unawaited-text.ts";
import { Question } from "../parts/dialog.tsx";
import { Ending } from "../parts/forms/ending.tsx";
import { Skeleton } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { toast } from "../parts/toasts.tsx";
import { todoChoicesQuery, useClient } from "../session/api.ts";
import { useCommand } from "../session/use-command.ts";
import { useSpeech } from "../words/words.ts";

/** Whether a todo is to be skipped, tried again or run again, with what that stops and starts. */
export function ActQuestion({
  planId,
  todo,
  action,
  onClose,
}: {
  readonly planId: string;
  readonly todo: { readonly id: string; readonly title: string };
  readonly action: TodoAction;
  readonly onClose: () => void;
}) {
  const speech = useSpeech();
  const { words } = speech;
  const client = useClient();
  const { data, error, refetch } = useQuery(todoChoicesQuery(client, planId, todo.id));
  const chosen = data?.choices.find(({ choice }) => choice === action);
  const command = useCommand(
    planId,
    (word: TodoAction) => client.todos[word](planId, todo.id),
    (_, word) => {
      toast(words(`sent_${word}`, { title: todo.title }));
      onClose();
    },
  );
  return (
    <Question title={words(`${action}_title`)} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p className="font-medium" lang="">
          {todo.title}
        </p>
        {chosen !== undefined ? (
          <>
            {(chosen.unawaited.length === 0 || !changesNothing(chosen)) && (
              <p>{consequenceText(chosen, speech)}</p>
            )}
            {chosen.unawaited.map((one) => (
              <p key={one.about.id} className="font-medium text-wait">
                {unawaitedText(one, words)}
              </p>
            ))}
          </>
        ) : error !== null ? (
          <ProblemNote error={error} onRetry={() => void refetch()} />
        ) : data === undefined || command.isPending ? (
          <Skeleton lines={1} />
        ) : (
          <p role="alert">{words("act_gone")}</p>
        )}
        <ProblemNote error={command.error} />
        <Ending
          isRight
          autoFocus
          isDisabled={command.isPending}
          // It has the focus from the start, and takes no press before it is said what it does.
          isPending={chosen === undefined}
          onPress={() => command.mutate(action)}
          onLeave={onClose}
        >
          {words(action)}
        </Ending>
      </div>
    </Question>
  );
}

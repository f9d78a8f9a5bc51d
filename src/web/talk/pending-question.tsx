import { useBoard } from "../session/live.ts";
import { useSpeech } from "../words/words.ts";
import { HoldCard } from "./hold-card.tsx";
import { useLateAnswers } from "./late-answers.ts";

/** What a todo waits for, above everything that it gave (S4): answered without leaving it. */
export function PendingQuestion({
  planId,
  todoId,
}: {
  readonly planId: string;
  readonly todoId: string;
}) {
  const { words } = useSpeech();
  const { data: board } = useBoard(planId);
  const holds = board?.holds.filter(({ todo_id }) => todo_id === todoId) ?? [];
  useLateAnswers(holds);
  if (holds.length === 0) return null;
  const run = board?.todos.find(({ id }) => id === todoId)?.run;
  return (
    <div className="flex flex-col gap-2 pt-4">
      <h3 className="text-small font-semibold text-wait">{words("pending_question")}</h3>
      {holds.map((hold) => (
        <HoldCard key={hold.id} hold={hold} run={run} />
      ))}
    </div>
  );
}

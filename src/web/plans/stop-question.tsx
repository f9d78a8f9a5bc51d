import { useState } from "react";
import type { Board } from "../../contract/plan/board.ts";
import { PAUSE_MODES, type PauseMode } from "../../contract/tables/vocabulary.ts";
import { takesPlaces } from "../../plan/views/board/fold-board.ts";
import { Question } from "../parts/dialog.tsx";
import { Ending } from "../parts/forms/ending.tsx";
import { Radios, TextField } from "../parts/forms/field.tsx";
import { Form } from "../parts/forms/form.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { toast } from "../parts/toasts.tsx";
import { useClient } from "../session/api.ts";
import { dropDraft, useDraft } from "../session/draft.ts";
import { useCommand } from "../session/use-command.ts";
import { titlesText } from "../words/titles-text.ts";
import { useSpeech } from "../words/words.ts";

export type Stopping = "pause" | "cancel";

/** Whether a plan is to be paused or cancelled, with what that stops. */
export function StopQuestion({
  board,
  stopping,
  onClose,
}: {
  readonly board: Board;
  readonly stopping: Stopping;
  readonly onClose: () => void;
}) {
  const { words } = useSpeech();
  const client = useClient();
  const { plan, schedule, todos } = board;
  // It outlives a sign-in that ends meanwhile, and nothing else.
  const draft = `${plan.id}.${stopping}`;
  const [reason, setReason] = useDraft(draft, "");
  const [mode, setMode] = useState<PauseMode>("drain");
  const close = (): void => {
    dropDraft(draft);
    onClose();
  };
  const said = reason.trim() === "" ? {} : { reason };
  const command = useCommand(
    plan.id,
    (word: Stopping) =>
      word === "pause"
        ? client.plans.pause(plan.id, { ...said, mode })
        : client.plans.cancel(plan.id, said),
    (_, word) => {
      toast(words(`sent_${word}`));
      close();
    },
  );
  const running = takesPlaces(todos, schedule.running).map(({ title }) => title);
  const { completed = 0, skipped = 0, failed = 0, cancelled = 0 } = plan.progress.counts;
  const open = plan.progress.total - completed - skipped - failed - cancelled;
  return (
    <Question title={words(`${stopping}_title`)} onClose={close}>
      <Form label={words(`${stopping}_title`)} onSend={() => command.mutate(stopping)}>
        <p>{words(`${stopping}_detail`)}</p>
        {stopping === "cancel" && (
          <ul className="list-disc pl-5">
            {running.length > 0 && (
              <li>{words("cancel_stops", { todos: titlesText(running, words) })}</li>
            )}
            <li>{words("cancel_open", { count: open })}</li>
          </ul>
        )}
        {stopping === "pause" && running.length > 0 && (
          <Radios
            label={words("runs_now")}
            hint={running.join(", ")}
            value={mode}
            options={PAUSE_MODES.map((value) => ({ value, label: words(`pause_${value}`) }))}
            onChange={setMode}
          />
        )}
        <TextField label={words("reason")} optional autoFocus value={reason} onChange={setReason} />
        <ProblemNote error={command.error} />
        <Ending
          isRight
          look={stopping === "cancel" ? "bad" : "main"}
          isDisabled={command.isPending}
          leave={words(stopping === "cancel" ? "keep_going" : "cancel")}
          onLeave={close}
        >
          {words(stopping === "cancel" ? "cancel_plan" : "pause")}
        </Ending>
      </Form>
    </Question>
  );
}

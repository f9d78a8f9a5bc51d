import { useState } from "react";
import type { Choices } from "../../../contract/plan/holds/choices.ts";
import type { DecisionInput, Hold } from "../../../contract/plan/holds/hold.ts";
import { Ending } from "../../parts/forms/ending.tsx";
import { Radios, TextField } from "../../parts/forms/field.tsx";
import { Form } from "../../parts/forms/form.tsx";
import { dropDraft, holdDraft, useDraft } from "../../session/draft.ts";
import { useSpeech } from "../../words/words.ts";
import { consequenceText } from "../consequences.tsx";

/** Why something is rejected, and what becomes of it: each possibility with what it stops. */
export function RejectForm({
  hold,
  choices,
  isSending,
  onSend,
  onLeave,
}: {
  readonly hold: Hold;
  readonly choices: Choices;
  readonly isSending: boolean;
  readonly onSend: (decision: DecisionInput) => void;
  readonly onLeave: () => void;
}) {
  const speech = useSpeech();
  const { words } = speech;
  const draftId = holdDraft(hold, "reason");
  const [reason, setReason] = useDraft(draftId, "");
  const rejections = choices.choices.filter(({ choice }) => choice === "reject");
  const usual = rejections.find(({ then }) => then === hold.on_reject) ?? rejections[0];
  const [then, setThen] = useState(usual?.then ?? null);
  const options = rejections.flatMap((choice) =>
    choice.then === null
      ? []
      : [
          {
            value: choice.then,
            label: words(`then_${choice.then}`),
            detail: consequenceText(choice, speech),
          },
        ],
  );
  const send = (): void =>
    onSend({
      decision: "reject",
      ...(then !== null && { then }),
      ...(reason.trim() !== "" && { reason }),
      digest: hold.digest,
    });
  const discard = (): void => {
    dropDraft(draftId);
    onLeave();
  };
  return (
    <Form label={words("reject")} onSend={send} onLeave={onLeave}>
      <TextField
        label={words("reason")}
        hint={words("reason_hint")}
        optional
        rows={3}
        autoFocus
        value={reason}
        onChange={setReason}
      />
      {options.length > 0 && (
        <Radios
          label={words("reject_what")}
          options={options}
          value={then ?? ""}
          onChange={setThen}
        />
      )}
      {options.length === 0 && usual !== undefined && (
        <p className="text-soft">{consequenceText(usual, speech)}</p>
      )}
      <Ending look="bad" icon="cross" isDisabled={isSending} onLeave={discard}>
        {words("reject")}
      </Ending>
    </Form>
  );
}

import { useState } from "react";
import type { JsonObject } from "../../../contract/text.ts";
import { readNumber } from "../../../text/read-number.ts";
import { Ending } from "../../parts/forms/ending.tsx";
import { TextField } from "../../parts/forms/field.tsx";
import { Form } from "../../parts/forms/form.tsx";
import { useSpeech } from "../../words/words.ts";

/** Another limit than the one that is offered; whether it is enough, the plan says. */
export function BudgetForm({
  offered: { name, limit },
  isSending,
  onSend,
  onLeave,
}: {
  readonly offered: { readonly name: string; readonly limit: number };
  readonly isSending: boolean;
  readonly onSend: (args: JsonObject) => void;
  readonly onLeave: () => void;
}) {
  const { words } = useSpeech();
  const [written, setWritten] = useState(String(limit));
  const [isTried, setTried] = useState(false);
  const amount = readNumber(written.trim().replace(/^\$/, ""));
  const isFit = amount !== undefined && amount > 0;
  return (
    <Form
      label={words("budget_other")}
      onLeave={onLeave}
      onSend={() => {
        setTried(true);
        if (isFit) onSend({ [name]: amount });
      }}
    >
      <TextField
        label={words(name.endsWith("_usd") ? "budget_new_limit" : "budget_offered")}
        numeric
        autoFocus
        value={written}
        mistake={isTried && !isFit ? words("answer_number_unfit") : undefined}
        onChange={setWritten}
      />
      <Ending icon="check" isDisabled={isSending} onLeave={onLeave}>
        {words("budget_set")}
      </Ending>
    </Form>
  );
}

import { useState } from "react";
import type { JsonObject } from "../../../contract/text.ts";
import { visible } from "../../../text/visible.ts";
import { Ending } from "../../parts/forms/ending.tsx";
import { TextField } from "../../parts/forms/field.tsx";
import { Form } from "../../parts/forms/form.tsx";
import { JsonValue } from "../../parts/values/json-value.tsx";
import { useSpeech } from "../../words/words.ts";

/** Approves what nobody can undo, once its title was typed: a press alone is too quick for that. */
export function IrreversibleForm({
  title,
  edited,
  isSending,
  onSend,
  onLeave,
}: {
  readonly title: string;
  /** The arguments that the person changed, as they are sent. */
  readonly edited: JsonObject | undefined;
  readonly isSending: boolean;
  readonly onSend: () => void;
  readonly onLeave: () => void;
}) {
  const { words } = useSpeech();
  const [typed, setTyped] = useState("");
  // It is typed as it is shown, or pasted as it is.
  const isTyped = [title, visible(title)].map(asTyped).includes(asTyped(typed));
  return (
    <Form
      label={words("irreversible_title")}
      onSend={() => {
        if (isTyped) onSend();
      }}
      onLeave={onLeave}
    >
      {edited !== undefined && (
        <div role="group" aria-label={words("irreversible_changed")}>
          <p className="mb-1 font-medium">{words("irreversible_changed")}</p>
          <JsonValue value={edited} />
        </div>
      )}
      <TextField
        label={
          <>
            {words("irreversible_type")}{" "}
            <span className="mt-1 block rounded-md bg-raised px-3 py-2 font-semibold" lang="">
              {title}
            </span>
          </>
        }
        autoFocus
        value={typed}
        onChange={setTyped}
      />
      <Ending look="bad" icon="check" isDisabled={!isTyped || isSending} onLeave={onLeave}>
        {words("approve")}
      </Ending>
    </Form>
  );
}

/** A title as people type it: spaces and the form of its letters do not count. */
function asTyped(text: string): string {
  return text.normalize("NFC").replaceAll(/\s+/g, " ").trim();
}

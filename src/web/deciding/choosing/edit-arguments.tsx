import { useState } from "react";
import type { HoldDetail } from "../../../contract/plan/holds/hold.ts";
import type { Json, JsonObject } from "../../../contract/text.ts";
import { isWithin, toPointer } from "../../../json/json-pointer.ts";
import { Ending } from "../../parts/forms/ending.tsx";
import { TextField } from "../../parts/forms/field.tsx";
import { Form } from "../../parts/forms/form.tsx";
import { mistakeAt } from "../../parts/problem.tsx";
import { dropDraft, holdDraft, useDraft, withoutSecrets } from "../../session/draft.ts";
import { useSpeech } from "../../words/words.ts";
import { patchBetween } from "./patch-between.ts";

const LONG = 60;

interface Read {
  readonly edited?: Json;
  readonly mistake?: string;
}

/** The arguments to be changed in place; what runs is what stands here. */
export function EditArguments({
  hold,
  isSending,
  error,
  onSend,
  onLeave,
}: {
  readonly hold: HoldDetail;
  readonly isSending: boolean;
  /** Why what was sent was refused: it may be wrong with single arguments. */
  readonly error: unknown;
  readonly onSend: (args: JsonObject) => void;
  readonly onLeave: () => void;
}) {
  const speech = useSpeech();
  const { words } = speech;
  const draftId = holdDraft(hold, "args");
  const args = hold.args ?? {};
  const fields = Object.entries(args).filter(([name]) => !isKept(hold, name));
  const asWritten = (value: Json): string =>
    typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const [texts, setTexts] = useDraft<Record<string, string>>(draftId, {}, (draft) =>
    withoutSecrets(draft, (name) => hasSecret(hold, name)),
  );
  const [isTried, setTried] = useState(false);
  const textOf = (name: string, value: Json): string => texts[name] ?? asWritten(value);
  const read = (name: string, value: Json): Read => {
    const text = textOf(name, value);
    if (typeof value === "string") return { edited: text };
    try {
      return { edited: JSON.parse(text) as Json };
    } catch {
      return { mistake: words("edit_no_json") };
    }
  };
  const outcome = fields.map(([name, value]) => ({ name, value, ...read(name, value) }));
  const changed = outcome.filter(({ name, value }) => textOf(name, value) !== asWritten(value));
  const send = (): void => {
    setTried(true);
    if (changed.length === 0 || outcome.some(({ mistake }) => mistake !== undefined)) return;
    const edits = changed.map(({ name, edited }) => [name, edited ?? null] as const);
    onSend(patchBetween(args, Object.fromEntries(edits)));
  };
  const discard = (): void => {
    dropDraft(draftId);
    onLeave();
  };
  return (
    <Form label={words("edit_arguments_title")} onSend={send} onLeave={onLeave}>
      <h3 className="font-semibold">{words("edit_arguments_title")}</h3>
      {outcome.map(({ name, value, mistake }, place) => {
        const text = textOf(name, value);
        const isChanged = text !== asWritten(value);
        return (
          <TextField
            key={name}
            label={isChanged ? `${name} · ${words("edit_changed")}` : name}
            hint={typeof value === "string" ? undefined : words("edit_as_json")}
            mono={typeof value !== "string"}
            rows={
              text.length > LONG || text.includes("\n")
                ? Math.min(14, text.split("\n").length + 2)
                : 1
            }
            value={text}
            mistake={mistake ?? mistakeAt(error, toPointer(["args", name]), speech)}
            autoFocus={place === 0}
            onChange={(next) => setTexts({ ...texts, [name]: next })}
          />
        );
      })}
      {isTried && changed.length === 0 && (
        <p role="alert" className="text-bad">
          {words("edit_nothing")}
        </p>
      )}
      <Ending icon="check" isDisabled={isSending} onLeave={discard}>
        {words("approve_edited")}
      </Ending>
    </Form>
  );
}

function isKept({ kept_values }: HoldDetail, name: string): boolean {
  return kept_values.some(({ pointer }) => isWithin(pointer, toPointer(["args", name])));
}

function hasSecret({ secrets }: HoldDetail, name: string): boolean {
  return secrets.some((pointer) => isWithin(pointer, toPointer(["args", name])));
}

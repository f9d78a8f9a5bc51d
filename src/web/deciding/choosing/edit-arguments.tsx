import { useState } from "react";
import type { HoldDetail } from "../../../contract/plan/holds/hold.ts";
import type { Json, JsonObject } from "../../../contract/text.ts";
import { isWithin, toPointer } from "../../../json/json-pointer.ts";
import { Ending } from "../../parts/forms/ending.tsx";
import { TextField, YesOrNo } from "../../parts/forms/field.tsx";
import { Form } from "../../parts/forms/form.tsx";
import { mistakeAt } from "../../parts/problem.tsx";
import {
  carriedDraft,
  dropDraft,
  holdDraft,
  isTexts,
  keptDraft,
  useDraft,
  withoutSecrets,
} from "../../session/draft.ts";
import { useSpeech } from "../../words/words.ts";
import { patchBetween } from "./patch-between.ts";
import { readField } from "./read-answer.ts";

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
  const carried = keptDraft<Record<string, string>>(carriedDraft(hold), isTexts);
  const args = hold.args ?? {};
  const fields = Object.entries(args).filter(([name]) => !isKept(hold, name));
  const asWritten = (value: Json): string =>
    typeof value === "string" ? value : JSON.stringify(value, null, 2);
  const [texts, setTexts] = useDraft<Record<string, string>>(
    draftId,
    carried ?? {},
    (draft) => withoutSecrets(draft, (name) => hasSecret(hold, name)),
    isTexts,
  );
  const [isTried, setTried] = useState(false);
  const textOf = (name: string, value: Json): string => texts[name] ?? asWritten(value);
  const read = (name: string, value: Json): Read => {
    // JSON Schema calls these types as `typeof` does.
    const { value: edited, mistake } = readField(textOf(name, value), { type: typeof value });
    if (mistake === undefined) return { edited: edited ?? null };
    return { mistake: words(mistake === "answer_field_json" ? "edit_no_json" : mistake) };
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
    dropDraft(carriedDraft(hold));
    onLeave();
  };
  return (
    <Form label={words("edit_arguments_title")} onSend={send} onLeave={onLeave}>
      <h3 className="font-semibold">{words("edit_arguments_title")}</h3>
      {carried !== undefined && <p className="text-soft">{words("edit_carried")}</p>}
      {outcome.map(({ name, value, mistake }, place) => {
        const text = textOf(name, value);
        const isChanged = text !== asWritten(value);
        const field = {
          label: isChanged ? `${name} · ${words("edit_changed")}` : name,
          value: text,
          mistake: mistake ?? mistakeAt(error, toPointer(["args", name]), speech),
          onChange: (next: string) => setTexts({ ...texts, [name]: next }),
        };
        if (typeof value === "boolean") return <YesOrNo key={name} {...field} />;
        const isJson = typeof value === "object";
        return (
          <TextField
            key={name}
            {...field}
            hint={isJson ? words("edit_as_json") : undefined}
            mono={isJson}
            numeric={typeof value === "number"}
            rows={
              text.length > LONG || text.includes("\n")
                ? Math.min(14, text.split("\n").length + 2)
                : 1
            }
            autoFocus={place === 0}
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

import { useState, type ReactNode } from "react";
import type { DecisionInput, HoldDetail } from "../../../contract/plan/holds/hold.ts";
import type { FileAnswer, InputRequest } from "../../../contract/plan/todo.ts";
import type { Sentence } from "../../../contract/sentences/sentence.ts";
import type { JsonObject } from "../../../contract/text.ts";
import { formFields, optionsOf } from "../../../json/form-fields.ts";
import { isWithin, toPointer } from "../../../json/json-pointer.ts";
import { touchesSecret } from "../../../json/secret-places.ts";
import { Button } from "../../parts/button.tsx";
import { Choose, Radios, TextField, YesOrNo } from "../../parts/forms/field.tsx";
import { Form } from "../../parts/forms/form.tsx";
import { mistakeAt } from "../../parts/problem.tsx";
import { holdDraft, isTexts, like, useDraft, withoutSecrets } from "../../session/draft.ts";
import { useSpeech, type PlainWordId, type Words } from "../../words/words.ts";
import { FileField } from "./file-field.tsx";
import { readAnswer, WHOLE, writtenFirst } from "./read-answer.ts";

const isSentFile = like({ $file: "", name: "", media_type: "", bytes: 0 } satisfies FileAnswer);
/** So many options are all shown; more are chosen from a list. */
const MOST_RADIOS = 6;
const LONG_TEXT = 120;

/** The question as a form, whatever kind of answer it takes. What was written survives a reload. */
export function AnswerForm({
  hold,
  request,
  isSending,
  error,
  onSend,
  children,
}: {
  readonly hold: HoldDetail;
  readonly request: InputRequest;
  readonly isSending: boolean;
  readonly error: unknown;
  readonly onSend: (decision: DecisionInput) => void;
  /** What can be chosen in place of an answer; it stands beside the answer's button. */
  readonly children: ReactNode;
}) {
  const speech = useSpeech();
  const { words } = speech;
  const [written, setWritten] = useDraft(
    holdDraft(hold, "answer"),
    writtenFirst(request),
    (draft) => withoutSecrets(draft, (name) => isSecret(request, name)),
    isTexts,
  );
  const [file, setFile] = useDraft<FileAnswer | null>(
    holdDraft(hold, "file"),
    null,
    undefined,
    isSentFile,
  );
  const [mistakes, setMistakes] = useState<Readonly<Record<string, PlainWordId>>>({});
  // A file that is no answer is not sent, and neither is an answer without it.
  const [misfit, setMisfit] = useState<Sentence | null>(null);
  const [isUploading, setUploading] = useState(false);
  const refused = (name: string): string | undefined =>
    mistakeAt(error, toPointer(name === WHOLE ? ["value"] : ["value", name]), speech);
  const isFile = request.input_type === "file";
  // They are written into the field, and nothing is sent before somebody says so.
  const suggested = request.input_type === "text" ? (hold.asked_by?.suggested_answers ?? []) : [];
  // An agent that was kept from going on by itself needs no words to do so.
  const isHalted = hold.asked_by !== null && !request.required;
  const send = (): void => {
    if (isUploading || misfit !== null) return;
    const read = isFile ? { value: file, mistakes: {} } : readAnswer(request, written);
    const missing =
      read.value === null && request.required && Object.keys(read.mistakes).length === 0;
    const wrong = missing ? { [WHOLE]: "answer_needed" as const } : read.mistakes;
    setMistakes(wrong);
    if (Object.keys(wrong).length > 0) return;
    onSend({ decision: "answer", value: read.value, digest: hold.digest });
  };
  const fieldOf = (name: string, label: string, schema: JsonObject, rest: object = {}) => {
    const mistake = mistakes[name];
    return (
      <AnswerField
        key={name}
        label={label}
        schema={schema}
        value={written[name] ?? ""}
        onChange={(value) => setWritten({ ...written, [name]: value })}
        mistake={mistake === undefined ? refused(name) : words(mistake)}
        {...rest}
      />
    );
  };
  return (
    <Form label={`${words("answer")}: ${request.question}`} onSend={send}>
      {isFile ? (
        <FileField
          request={request}
          planId={hold.plan_id}
          file={file}
          onBusy={setUploading}
          onMisfit={setMisfit}
          onFile={(chosen) => {
            setFile(chosen);
            setMistakes({});
          }}
          mistake={
            misfit !== null
              ? speech.tell(misfit)
              : mistakes[WHOLE] === undefined
                ? refused(WHOLE)
                : words("answer_needed")
          }
        />
      ) : (
        fieldsOf(request).map(({ name, label, schema, ...rest }) =>
          fieldOf(name, label ?? words("answer"), schema, rest),
        )
      )}
      {suggested.length > 0 && (
        <div className="-mt-2 flex flex-wrap items-center gap-1.5">
          <span className="text-small text-faint">{words("answer_suggested")}</span>
          {suggested.map((text) => (
            <Button key={text} onPress={() => setWritten({ ...written, [WHOLE]: text })}>
              <span lang="">{text}</span>
            </Button>
          ))}
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="main" icon="check" isDisabled={isSending || isUploading}>
          {words("send_answer")}
        </Button>
        {isHalted && (
          <Button
            sends
            isDisabled={isSending}
            onPress={() => onSend({ decision: "answer", value: null, digest: hold.digest })}
          >
            {words("agent_continue")}
          </Button>
        )}
        {children}
      </div>
    </Form>
  );
}

/** What the field is called at which a refusal of an answer says that something is wrong. */
export function labelAt({ schema }: InputRequest, pointer: string): string | undefined {
  const field = formFields(schema ?? {}).find(({ name }) =>
    isWithin(pointer, toPointer(["value", name])),
  );
  return field?.label;
}

function isSecret({ secret, schema }: InputRequest, field: string): boolean {
  return secret === true || touchesSecret(schema, field === WHOLE ? [] : [field]);
}

interface AskedField {
  readonly name: string;
  readonly label?: string;
  readonly hint?: string;
  readonly optional: boolean;
  readonly schema: JsonObject;
}

/** The fields of a question: those of a form, or a single one. */
function fieldsOf({ input_type, options, schema, required, secret }: InputRequest): AskedField[] {
  const one = (asked: JsonObject): AskedField[] => [
    { name: WHOLE, optional: !required, schema: asked },
  ];
  switch (input_type) {
    case "choice":
      return one({ enum: options ?? [] });
    case "number":
      return one({ type: "number" });
    case "form": {
      const fields = formFields(schema ?? {});
      if (fields.length === 0) return one({});
      return fields.map(({ required: isNeeded, description: hint, ...field }) => ({
        ...field,
        hint,
        optional: !isNeeded,
      }));
    }
    case "text":
    case "file":
      return one({ type: "string", maxLength: 1_000, writeOnly: secret === true });
  }
}

function AnswerField({
  schema,
  ...field
}: {
  readonly label: string;
  readonly hint?: string;
  readonly optional?: boolean;
  readonly schema: JsonObject;
  readonly value: string;
  readonly mistake: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  const { words } = useSpeech();
  const { optional = false, hint = "" } = field;
  const options = optionsOf(schema);
  const none = optional ? words("answer_none") : words("answer_choose");
  if (options.length > MOST_RADIOS) return <Choose {...field} options={options} none={none} />;
  if (options.length > 0) {
    const shown = options.map((value) => ({ value, label: value }));
    const all = optional ? [...shown, { value: "", label: none }] : shown;
    return <Radios {...field} options={all} />;
  }
  switch (schema["type"]) {
    case "boolean":
      return <YesOrNo {...field} none={optional ? none : undefined} />;
    case "integer":
    case "number":
      return (
        <TextField
          {...field}
          numeric
          hint={[hint, rangeOf(schema, words)].filter(Boolean).join(" ")}
        />
      );
    case "string": {
      if (schema["writeOnly"] === true) return <TextField {...field} secret />;
      const most = schema["maxLength"];
      return <TextField {...field} rows={typeof most === "number" && most > LONG_TEXT ? 4 : 1} />;
    }
    case "array":
      return (
        <TextField
          {...field}
          rows={4}
          hint={[hint, words("answer_list")].filter(Boolean).join(" ")}
        />
      );
    default:
      return <TextField {...field} rows={8} mono hint={[hint, "JSON"].filter(Boolean).join(" ")} />;
  }
}

function rangeOf({ minimum: least, maximum: most }: JsonObject, words: Words): string {
  const hasLeast = typeof least === "number";
  if (typeof most !== "number") return hasLeast ? words("answer_least", { least }) : "";
  return hasLeast ? `${least} – ${most}` : words("answer_most", { most });
}

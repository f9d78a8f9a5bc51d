import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Parameter, ParameterValues, Template } from "../../../contract/template.ts";
import { isObject } from "../../../json/json-object.ts";
import { toPointer } from "../../../json/json-pointer.ts";
import { readNumber } from "../../../text/read-number.ts";
import { Button } from "../../parts/button.tsx";
import { useKeptOpen } from "../../parts/dialog.tsx";
import { Ending } from "../../parts/forms/ending.tsx";
import { Choose, TextField, YesOrNo } from "../../parts/forms/field.tsx";
import { Form } from "../../parts/forms/form.tsx";
import { useStarted } from "../../parts/forms/use-started.ts";
import { NotRead } from "../../parts/not-read.tsx";
import { mistakeAt, ProblemNote } from "../../parts/problem.tsx";
import { templateQuery, useClient } from "../../session/api.ts";
import { isTexts, useFormDraft } from "../../session/draft.ts";
import { useMayBeSecret } from "../../session/use-may-be-secret.ts";
import { useSpeech, type PlainWordId } from "../../words/words.ts";

const NOTHING: Readonly<Record<string, string>> = {};

/** The name of what is written to start a plan from a template. */
export const startDraft = (templateId: string): string => `template.start.${templateId}`;

/** The values of a template's parameters as a form, kept under a draft's name. */
export function useParameters(draftId: string, template: Template | undefined) {
  const parameters = template?.parameters ?? [];
  const mayBeSecret = useMayBeSecret();
  const { written, isBegun, write, drop } = useFormDraft(
    draftId,
    NOTHING,
    (values) => (toolsOf(template).some(mayBeSecret) ? NOTHING : values),
    isTexts,
  );
  const [isTried, setTried] = useState(false);
  const textOf = ({ name, default: usual }: Parameter): string =>
    written[name] ?? (usual === undefined ? "" : String(usual));
  const mistakeOf = (parameter: Parameter): PlainWordId | undefined => {
    const text = textOf(parameter);
    if (text === "") return parameter.required ? "template_needed" : undefined;
    const isWrong = parameter.type === "number" && readNumber(text) === undefined;
    return isWrong ? "answer_number_unfit" : undefined;
  };
  return {
    isBegun,
    drop,
    textOf,
    change: (name: string, text: string) => write({ ...written, [name]: text }),
    mistakeOf: (parameter: Parameter) => (isTried ? mistakeOf(parameter) : undefined),
    /** The values; undefined while something is missing or wrong, which is shown from then on. */
    read(): ParameterValues | undefined {
      setTried(true);
      if (parameters.some((parameter) => mistakeOf(parameter) !== undefined)) return undefined;
      return Object.fromEntries(
        parameters
          .filter((parameter) => textOf(parameter) !== "")
          .map((parameter) => [parameter.name, valueOf(parameter, textOf(parameter))]),
      );
    },
  };
}

/** The tools that a template's plan names. */
function toolsOf(template: Template | undefined): string[] {
  const todos = template?.plan["todos"];
  if (!Array.isArray(todos)) return [];
  const names = todos.filter(isObject).map(({ tool_name }) => tool_name);
  return names.filter((name) => typeof name === "string");
}

function valueOf({ type }: Parameter, text: string): string | number | boolean {
  if (type === "number") return readNumber(text) ?? text;
  return type === "boolean" ? text === "true" : text;
}

/** The fields of all parameters. */
export function ParameterFields({
  parameters,
  form,
  refused,
}: {
  readonly parameters: readonly Parameter[];
  readonly form: ReturnType<typeof useParameters>;
  /** Why they were not taken when they were sent. */
  readonly refused: unknown;
}) {
  const speech = useSpeech();
  const { words } = speech;
  return parameters.map((parameter) => {
    const { name, title, type, options = [], required } = parameter;
    const mistake = form.mistakeOf(parameter);
    const field = {
      label: title ?? name,
      value: form.textOf(parameter),
      optional: !required,
      mistake:
        mistake === undefined
          ? mistakeAt(refused, toPointer(["values", name]), speech)
          : words(mistake),
      onChange: (text: string) => form.change(name, text),
    };
    if (type === "choice") {
      return <Choose key={name} {...field} options={options} none={words("answer_choose")} />;
    }
    if (type === "boolean") return <YesOrNo key={name} {...field} />;
    return <TextField key={name} {...field} numeric={type === "number"} />;
  });
}

/** Starts a plan from a template. */
export function TemplateForm({
  templateId,
  onLeave,
}: {
  readonly templateId: string;
  /** Leaves it, where it stands in front of something else. */
  readonly onLeave?: () => void;
}) {
  const { words } = useSpeech();
  const client = useClient();
  const { data, error } = useQuery(templateQuery(client, templateId));
  const started = useStarted();
  const parameters = data?.parameters ?? [];
  const form = useParameters(startDraft(templateId), data);
  useKeptOpen(form.isBegun);
  const use = useMutation({
    mutationFn: (values: ParameterValues) => client.templates.use(templateId, { values }),
    onSuccess({ id, title }) {
      form.drop();
      started(id, words("plan_started", { title }));
    },
  });
  if (data === undefined) return <NotRead lines={3} error={error} />;
  return (
    <Form
      label={data.title}
      onSend={() => {
        const values = form.read();
        if (values !== undefined && !use.isPending) use.mutate(values);
      }}
    >
      {data.description !== null && (
        <p className="whitespace-pre-wrap text-soft" lang="">
          {data.description}
        </p>
      )}
      <ParameterFields parameters={parameters} form={form} refused={use.error} />
      <ProblemNote error={use.error} />
      {onLeave === undefined ? (
        <div>
          <Button type="submit" look="main" icon="play" isDisabled={use.isPending}>
            {words("start_plan")}
          </Button>
        </div>
      ) : (
        <Ending
          icon="play"
          isDisabled={use.isPending}
          onLeave={() => {
            form.drop();
            onLeave();
          }}
        >
          {words("start_plan")}
        </Ending>
      )}
    </Form>
  );
}

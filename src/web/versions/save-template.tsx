import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../parts/button.tsx";
import { Question, useKeptOpen } from "../parts/dialog.tsx";
import { Ending } from "../parts/forms/ending.tsx";
import { Check, TextField } from "../parts/forms/field.tsx";
import { Form } from "../parts/forms/form.tsx";
import { NotRead } from "../parts/not-read.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { toast } from "../parts/toasts.tsx";
import { withCode } from "../parts/values/with-code.tsx";
import { KEYS, reads, templatesQuery, useClient } from "../session/api.ts";
import { like, useFormDraft } from "../session/draft.ts";
import { useMay } from "../session/use-may.ts";
import { useSpeech } from "../words/words.ts";
import { freeName, parametersOf, variablesOf, type Variable } from "./template-values.ts";

/** Keeps a plan to be started again: under which name, and what is asked for each time. */
export function SaveTemplate({
  plan,
}: {
  readonly plan: { readonly id: string; readonly title: string };
}) {
  const { words } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  const mayOperate = useMay("operator") !== false;
  const close = (): void => setOpen(false);
  if (!mayOperate) return null;
  return (
    <>
      <Button icon="file" says={words("template_save")} onPress={() => setOpen(true)} />
      <Question title={words("template_save")} isOpen={isOpen} onClose={close}>
        <TemplateOf plan={plan} onDone={close} />
      </Question>
    </>
  );
}

interface Written {
  readonly id: string;
  readonly title: string;
  /** What is asked for each time: the places in the plan, and the names there. */
  readonly names: readonly (readonly [place: string, name: string])[];
}

const CAN_WRITE_ON = like({ id: "", title: "", names: [["", ""]] } satisfies Written);

function TemplateOf({
  plan,
  onDone,
}: {
  readonly plan: { readonly id: string; readonly title: string };
  readonly onDone: () => void;
}) {
  const { words } = useSpeech();
  const client = useClient();
  const queries = useQueryClient();
  const draft = useFormDraft<Written>(
    `template.of.${plan.id}`,
    { id: plan.id, title: plan.title, names: [] },
    undefined,
    CAN_WRITE_ON,
  );
  const { isBegun, written: form } = draft;
  const { id, title } = form;
  const names = new Map(form.names);
  const change = (to: Partial<Written>): void => draft.write({ ...form, ...to });
  const [isTried, setTried] = useState(false);
  useKeptOpen(isBegun);
  const leave = (): void => {
    draft.drop();
    onDone();
  };
  const written = useQuery(
    reads([...KEYS.plan(plan.id), "export"], (call) => client.plans.export(plan.id, call)),
  );
  const { data: known } = useQuery(templatesQuery(client));
  const save = useMutation({
    mutationFn: (parameters: ReturnType<typeof parametersOf>) =>
      client.templates.save(id.trim(), { title: title.trim(), from_plan: plan.id, parameters }),
    onSuccess({ id: saved, version, unfit_schedules }) {
      toast(words("template_saved", { id: saved, version }));
      for (const { id: unfit, detail } of unfit_schedules) {
        toast(withCode(words("schedule_unfit", { id: unfit, why: detail })));
      }
      leave();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS.templates }),
  });
  if (written.data === undefined) return <NotRead lines={4} error={written.error} />;
  const variables = variablesOf(written.data);
  const before = known?.templates.find((one) => one.id === id.trim());
  const missing = (text: string) =>
    isTried && text.trim() === "" ? words("template_needed") : undefined;
  const toggle = ({ place, argument }: Variable): void => {
    const next = new Map(names);
    if (!next.delete(place)) next.set(place, freeName(argument, new Set(names.values())));
    change({ names: [...next] });
  };
  return (
    <Form
      label={words("template_save")}
      {...(!isBegun && { onLeave: onDone })}
      onSend={() => {
        setTried(true);
        if (save.isPending || id.trim() === "" || title.trim() === "") return;
        const chosen = variables.flatMap((one) => {
          const name = names.get(one.place);
          return name === undefined ? [] : [{ ...one, name: name.trim() }];
        });
        save.mutate(parametersOf(chosen));
      }}
    >
      <TextField
        label={words("title")}
        autoFocus
        value={title}
        mistake={missing(title)}
        onChange={(text) => change({ title: text })}
      />
      <TextField
        label={words("template_id")}
        hint={
          before === undefined
            ? words("schedule_id_hint")
            : words("template_is_there", { title: before.title, version: before.version + 1 })
        }
        value={id}
        mistake={missing(id)}
        onChange={(text) => change({ id: text })}
      />
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="font-medium">{words("template_variables")}</legend>
        <p className="text-small text-faint">
          {words(variables.length === 0 ? "template_no_variables" : "template_variables_hint")}
        </p>
        <ul className="max-h-60 divide-y divide-line overflow-y-auto">
          {variables.map((variable) => {
            const { place, todo, argument, value } = variable;
            const name = names.get(place);
            return (
              <li key={place} className="flex flex-col gap-1 py-1">
                <Check
                  isOn={name !== undefined}
                  className="min-h-6 min-w-0 gap-2"
                  onChange={() => toggle(variable)}
                >
                  <span className="min-w-0 truncate" lang="">
                    {todo} · <code className="font-mono text-small">{argument}</code> ={" "}
                    {String(value)}
                  </span>
                </Check>
                {name !== undefined && (
                  <TextField
                    label={words("template_variable_name", { argument })}
                    mono
                    value={name}
                    onChange={(text) => change({ names: [...new Map(names).set(place, text)] })}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </fieldset>
      <ProblemNote error={save.error} />
      <Ending isRight icon="check" isDisabled={save.isPending} onLeave={leave}>
        {words("template_save")}
      </Ending>
    </Form>
  );
}

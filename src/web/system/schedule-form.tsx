import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ParameterValues } from "../../contract/template.ts";
import { useKeptOpen } from "../parts/dialog.tsx";
import { Ending } from "../parts/forms/ending.tsx";
import { TextField } from "../parts/forms/field.tsx";
import { Form, useRefusal } from "../parts/forms/form.tsx";
import { NotRead } from "../parts/not-read.tsx";
import { mistakeAt, ProblemNote } from "../parts/problem.tsx";
import { toast } from "../parts/toasts.tsx";
import { ParameterFields, useParameters } from "../plans/new/template-form.tsx";
import { KEYS, templateQuery, useClient } from "../session/api.ts";
import { useFormDraft } from "../session/draft.ts";
import { useSpeech } from "../words/words.ts";

/** When a template starts by itself, and with which values. */
export function ScheduleForm({
  templateId,
  taken,
  onDone,
}: {
  readonly templateId: string;
  /** The names of the schedules that there are. */
  readonly taken: readonly string[];
  readonly onDone: () => void;
}) {
  const speech = useSpeech();
  const { words } = speech;
  const client = useClient();
  const queries = useQueryClient();
  const { data, error } = useQuery(templateQuery(client, templateId));
  const parameters = data?.parameters ?? [];
  const form = useParameters(`schedule.values.${templateId}`, data);
  const draft = useFormDraft(`schedule.when.${templateId}`, {
    id: freeName(templateId, taken),
    cron: "0 8 * * MON-FRI",
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  const { id, cron, zone } = draft.written;
  const change = (to: Partial<typeof draft.written>): void =>
    draft.write({ ...draft.written, ...to });
  useKeptOpen(form.isBegun || draft.isBegun);
  const leave = (): void => {
    form.drop();
    draft.drop();
    onDone();
  };
  const save = useMutation({
    mutationFn: (values: ParameterValues) =>
      client.schedules.save(id.trim(), {
        template_id: templateId,
        values,
        cron: [cron.trim()],
        timezone: zone.trim(),
      }),
    onSuccess(schedule) {
      toast(words("schedule_saved", { id: schedule.id }));
      leave();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS.schedules }),
  });
  const refusal = useRefusal(save.error);
  const mistake = (pointer: string) => mistakeAt(save.error, pointer, speech);
  if (data === undefined) return <NotRead lines={3} error={error} />;
  return (
    <div ref={refusal.forms}>
      <Form
        label={words("template_schedule")}
        onSend={() => {
          const values = form.read();
          if (values !== undefined && !save.isPending) save.mutate(values);
        }}
      >
        <TextField
          label={words("schedule_id")}
          hint={words("schedule_id_hint")}
          mistake={mistake("/param/schedule_id")}
          value={id}
          onChange={(text) => change({ id: text })}
        />
        {taken.includes(id.trim()) && <p className="text-wait">{words("schedule_replaces")}</p>}
        <TextField
          label={words("schedule_when")}
          hint={words("schedule_cron_hint")}
          mono
          mistake={mistake("/cron")}
          value={cron}
          onChange={(text) => change({ cron: text })}
        />
        <TextField
          label={words("schedule_zone")}
          mistake={mistake("/timezone")}
          value={zone}
          onChange={(text) => change({ zone: text })}
        />
        <ParameterFields parameters={parameters} form={form} refused={save.error} />
        <div ref={refusal.why} tabIndex={-1} className="empty:hidden">
          <ProblemNote error={save.error} />
        </div>
        <Ending icon="clock" isDisabled={save.isPending} onLeave={leave}>
          {words("schedule_save")}
        </Ending>
      </Form>
    </div>
  );
}

/** The template's own name, with a number where a schedule has it. */
function freeName(name: string, taken: readonly string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free); number += 1) free = `${name}-${number}`;
  return free;
}

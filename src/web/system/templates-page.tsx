import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ScheduleSummary } from "../../contract/schedule.ts";
import type { TemplateSummary } from "../../contract/template.ts";
import { Button } from "../parts/button.tsx";
import { Question } from "../parts/dialog.tsx";
import { Empty, Skeleton } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { WithCode } from "../parts/values/with-code.tsx";
import { TemplateForm } from "../plans/new/template-form.tsx";
import { KEYS, schedulesQuery, templatesQuery, useClient } from "../session/api.ts";
import { useMay } from "../session/use-may.ts";
import { useSpeech } from "../words/words.ts";
import { DeleteQuestion } from "./delete-question.tsx";
import { Page } from "./page.tsx";
import { ScheduleForm } from "./schedule-form.tsx";
import { Schedules } from "./schedules.tsx";
import { useGoneDrafts } from "./use-gone-drafts.ts";

/** What can be done with a template, each after a question. */
const ACTS = [
  { what: "start", icon: "play" },
  { what: "schedule", icon: "clock" },
  { what: "delete", look: "bad" },
] as const;

interface Asked {
  readonly what: (typeof ACTS)[number]["what"];
  readonly template: TemplateSummary;
}

/** Plans that are kept to be started again, by a person or by the clock. */
export function TemplatesPage() {
  const { words } = useSpeech();
  const client = useClient();
  const templates = useQuery(templatesQuery(client));
  const schedules = useQuery(schedulesQuery(client));
  const [asked, setAsked] = useState<Asked | null>(null);
  const titles = new Map(templates.data?.templates.map(({ id, title }) => [id, title]));
  const mayOperate = useMay("operator") !== false;
  const close = (): void => setAsked(null);
  useGoneDrafts(
    ["template.start", "schedule.when", "schedule.values"],
    templates.data?.templates.map(({ id }) => id).concat(asked?.template.id ?? []),
  );
  return (
    <Page title={words("templates")}>
      {!mayOperate && (
        <p className="mb-4 text-soft">
          <WithCode text={words("operating_takes_role")} />
        </p>
      )}
      <ProblemNote error={templates.error ?? schedules.error} />
      {templates.data === undefined ? (
        templates.error === null && <Skeleton lines={5} />
      ) : templates.data.templates.length === 0 ? (
        <Empty title={words("templates_empty")} detail={words("templates_empty_detail")} />
      ) : (
        <ul className="mb-4 divide-y divide-line rounded-lg border border-line">
          {templates.data.templates.map((template) => (
            <li key={template.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-56">
                <h2 className="font-semibold" lang="">
                  {template.title}
                </h2>
                {template.description !== null && (
                  <p className="line-clamp-2 text-soft" lang="">
                    {template.description}
                  </p>
                )}
                <p className="flex flex-wrap gap-x-3 text-small text-soft">
                  <code className="font-mono">{template.id}</code>
                  <span>
                    {words("template_version", {
                      version: template.version,
                      by: template.saved_by,
                    })}
                  </span>
                  <span>{words("template_parameters", { count: template.parameters.length })}</span>
                </p>
              </div>
              <div className="flex flex-wrap gap-2">
                {mayOperate &&
                  ACTS.map(({ what, ...look }) => (
                    <Button
                      key={what}
                      {...look}
                      aria-label={`${words(`template_${what}`)}: ${template.title}`}
                      onPress={() => setAsked({ what, template })}
                    >
                      {words(`template_${what}`)}
                    </Button>
                  ))}
              </div>
            </li>
          ))}
        </ul>
      )}
      <Schedules schedules={schedules} titles={titles} />
      {asked !== null && (
        <Question
          title={
            asked.what === "start"
              ? asked.template.title
              : asked.what === "delete"
                ? words("template_delete_title")
                : words("schedule_title", { title: asked.template.title })
          }
          isOpen
          onClose={close}
        >
          {asked.what === "start" ? (
            <TemplateForm templateId={asked.template.id} onLeave={close} />
          ) : asked.what === "delete" ? (
            <DeleteTemplate
              template={asked.template}
              schedules={(schedules.data?.schedules ?? []).filter(
                ({ template_id }) => template_id === asked.template.id,
              )}
              onDone={close}
            />
          ) : (
            <ScheduleForm
              templateId={asked.template.id}
              taken={(schedules.data?.schedules ?? []).map(({ id }) => id)}
              onDone={close}
            />
          )}
        </Question>
      )}
    </Page>
  );
}

/** What is lost with a template, before it is. */
function DeleteTemplate({
  template: { id, title },
  schedules,
  onDone,
}: {
  readonly template: TemplateSummary;
  readonly schedules: readonly ScheduleSummary[];
  readonly onDone: () => void;
}) {
  const { words } = useSpeech();
  const client = useClient();
  const ids = schedules.map((schedule) => schedule.id).join(", ");
  const isFree = schedules.length === 0;
  return (
    <DeleteQuestion
      title={title}
      onDelete={() => client.templates.delete(id)}
      listKey={KEYS.templates}
      onDone={onDone}
      isPossible={isFree}
    >
      {isFree ? (
        <p>{words("template_delete_detail", { title })}</p>
      ) : (
        <p className="text-wait">
          {words("template_delete_schedules", { count: schedules.length, ids })}
        </p>
      )}
    </DeleteQuestion>
  );
}

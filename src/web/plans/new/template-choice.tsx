import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Radios } from "../../parts/forms/field.tsx";
import { NotRead } from "../../parts/not-read.tsx";
import { Empty } from "../../parts/panel.tsx";
import { templatesQuery, useClient } from "../../session/api.ts";
import { hasDraft } from "../../session/draft.ts";
import { useSpeech } from "../../words/words.ts";
import { startDraft, TemplateForm } from "./template-form.tsx";

/** A new plan from a template: which one, and its parameters. */
export function TemplateChoice() {
  const { words } = useSpeech();
  const client = useClient();
  const { data, error } = useQuery(templatesQuery(client));
  const [pressed, setPressed] = useState<string | null>(null);
  if (data === undefined) return <NotRead lines={4} error={error} />;
  if (data.templates.length === 0) {
    return <Empty title={words("templates_empty")} detail={words("templates_empty_detail")} />;
  }
  const begun = data.templates.find(({ id }) => hasDraft(startDraft(id)));
  const chosen = pressed ?? begun?.id ?? "";
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Radios
        label={words("template_choose")}
        value={chosen}
        options={data.templates.map(({ id, title, description }) => ({
          value: id,
          label: title,
          ...(description !== null && { detail: description }),
        }))}
        onChange={setPressed}
      />
      {chosen !== "" && <TemplateForm key={chosen} templateId={chosen} />}
    </div>
  );
}

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { NEWS_TYPES, type NewsType } from "../../../contract/tables/vocabulary.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { Form } from "../../parts/form.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { KEYS_OF_WEBHOOKS, useClient } from "../../session/api.ts";
import { useSpeech } from "../../words/words.ts";
import { Secret } from "./secret.tsx";

/** Makes a webhook, and shows its secret: nothing else ever does. */
export function WebhookForm({ onDone }: { readonly onDone: () => void }) {
  const { words } = useSpeech();
  const client = useClient();
  const queries = useQueryClient();
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [events, setEvents] = useState<readonly NewsType[]>(NEWS_TYPES);
  const make = useMutation({
    mutationFn: () =>
      client.webhooks.create({
        url: url.trim(),
        events: [...events],
        ...(description.trim() !== "" && { description: description.trim() }),
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS_OF_WEBHOOKS }),
  });
  if (make.data !== undefined) {
    const { id, secret } = make.data;
    return <Secret said={words("webhook_made", { id })} secret={secret} onDone={onDone} />;
  }
  const toggle = (one: NewsType): void =>
    setEvents(NEWS_TYPES.filter((type) => events.includes(type) !== (type === one)));
  return (
    <Form
      label={words("webhook_new")}
      onSend={() => {
        if (events.length > 0 && !make.isPending) make.mutate();
      }}
    >
      <TextField
        label={words("webhook_url")}
        hint={words("webhook_url_hint")}
        value={url}
        onChange={setUrl}
        autoFocus
        mono
      />
      <TextField
        label={words("webhook_description")}
        value={description}
        onChange={setDescription}
        optional
      />
      <fieldset>
        <legend className="mb-1 font-medium">{words("webhook_events")}</legend>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {NEWS_TYPES.map((type) => (
            <label key={type} className="flex min-h-8 items-center gap-2">
              <input
                type="checkbox"
                checked={events.includes(type)}
                onChange={() => toggle(type)}
                className="size-4 accent-accent"
              />
              <code className="font-mono text-small">{type}</code>
            </label>
          ))}
        </div>
        {events.length === 0 && (
          <p role="alert" className="text-small font-medium text-bad">
            {words("webhook_events_none")}
          </p>
        )}
      </fieldset>
      <ProblemNote error={make.error} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="main" isDisabled={make.isPending || events.length === 0}>
          {words("webhook_make")}
        </Button>
        <Button look="bare" onPress={onDone}>
          {words("cancel")}
        </Button>
      </div>
    </Form>
  );
}

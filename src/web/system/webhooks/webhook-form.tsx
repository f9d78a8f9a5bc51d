import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { NEWS_TYPES, type NewsType } from "../../../contract/tables/vocabulary.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { Form } from "../../parts/form.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toasts.tsx";
import { KEYS_OF_WEBHOOKS, useClient } from "../../session/api.ts";
import { useSpeech } from "../../words/words.ts";

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
  if (make.data !== undefined) return <Secret {...make.data} onDone={onDone} />;
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

function Secret({
  id,
  secret,
  onDone,
}: {
  readonly id: string;
  readonly secret: string;
  readonly onDone: () => void;
}) {
  const { words } = useSpeech();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secret);
    toast(words("copied"));
  };
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="font-medium text-good">
        {words("webhook_made", { id })}
      </p>
      <p>{words("webhook_secret_once")}</p>
      <code aria-label={words("webhook_secret")} role="note" className="code select-all">
        {secret}
      </code>
      <div className="flex flex-wrap gap-2">
        <Button look="main" onPress={onDone}>
          {words("close")}
        </Button>
        {/* Only pages that come over https or from this machine may write there. */}
        {window.isSecureContext && (
          <Button icon="file" onPress={() => void copy()}>
            {words("copy")}
          </Button>
        )}
      </div>
    </div>
  );
}

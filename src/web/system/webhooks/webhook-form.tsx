import { useMutation, useQueryClient } from "@tanstack/react-query";
import { NEWS_TYPES, type NewsType } from "../../../contract/tables/vocabulary.ts";
import { useKeptOpen } from "../../parts/dialog.tsx";
import { Ending } from "../../parts/forms/ending.tsx";
import { Checkboxes, TextField } from "../../parts/forms/field.tsx";
import { Form, useRefusal } from "../../parts/forms/form.tsx";
import { mistakeAt, ProblemNote } from "../../parts/problem.tsx";
import { KEYS, useClient } from "../../session/api.ts";
import { useFormDraft } from "../../session/draft.ts";
import { MEANINGS } from "../../words/catalogs/meanings.ts";
import { useSpeech } from "../../words/words.ts";
import { SecretOnce } from "../secret-once.tsx";

interface Written {
  readonly url: string;
  readonly description: string;
  readonly events: readonly NewsType[];
}
const EMPTY: Written = { url: "", description: "", events: NEWS_TYPES };
/** Addresses often hold secrets. */
const withoutAddress = (written: Written): Written => ({ ...written, url: "" });

/** Makes a webhook, and shows its secret: nothing else ever does. */
export function WebhookForm({ onDone }: { readonly onDone: () => void }) {
  const speech = useSpeech();
  const { words, language } = speech;
  const client = useClient();
  const queries = useQueryClient();
  const draft = useFormDraft("webhook.new", EMPTY, withoutAddress);
  const { url, description, events } = draft.written;
  const change = (to: Partial<Written>): void => draft.write({ ...draft.written, ...to });
  const make = useMutation({
    mutationFn: () =>
      client.webhooks.create({
        url: url.trim(),
        events: [...events],
        ...(description.trim() !== "" && { description: description.trim() }),
      }),
    onSuccess: draft.drop,
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS.webhooks }),
  });
  const refusal = useRefusal(make.error);
  const mistake = (pointer: string) => mistakeAt(make.error, pointer, speech);
  // Escape and a press outside would lose what was written, or the secret.
  useKeptOpen(make.isPending || make.data !== undefined || draft.isBegun);
  const leave = (): void => {
    draft.drop();
    onDone();
  };
  if (make.data !== undefined) {
    return (
      <SecretOnce
        title={words("webhook_made", { id: make.data.id })}
        detail={words("webhook_secret_once")}
        label={words("webhook_secret")}
        secret={make.data.secret}
        onDone={onDone}
      />
    );
  }
  return (
    <div ref={refusal.forms}>
      <Form
        label={words("webhook_new")}
        onSend={() => {
          if (events.length > 0 && !make.isPending) make.mutate();
        }}
      >
        <TextField
          label={words("webhook_url")}
          hint={words("webhook_url_hint")}
          mistake={mistake("/url")}
          value={url}
          onChange={(text) => change({ url: text })}
          autoFocus
          mono
        />
        <TextField
          label={words("webhook_description")}
          mistake={mistake("/description")}
          value={description}
          onChange={(text) => change({ description: text })}
          optional
        />
        <Checkboxes
          label={words("webhook_events")}
          choices={NEWS_TYPES.map((type) => ({
            value: type,
            label: <code className="font-mono text-small">{type}</code>,
            detail: MEANINGS[type][language],
          }))}
          chosen={events}
          onChange={(chosen) => change({ events: chosen })}
          isWide
          mistake={events.length === 0 ? words("choose_one") : mistake("/events")}
        />
        <div ref={refusal.why} tabIndex={-1} className="empty:hidden">
          <ProblemNote error={make.error} />
        </div>
        <Ending
          isDisabled={make.isPending || events.length === 0}
          isKept={make.isPending}
          onLeave={leave}
        >
          {words("webhook_make")}
        </Ending>
      </Form>
    </div>
  );
}

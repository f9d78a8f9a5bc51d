import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Webhook } from "../../../contract/service/webhook.ts";
import { NEWS_TYPES } from "../../../contract/tables/vocabulary.ts";
import { Button } from "../../parts/button.tsx";
import { Question } from "../../parts/dialog.tsx";
import { Confirm } from "../../parts/forms/confirm.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toasts.tsx";
import { KEYS, useClient } from "../../session/api.ts";
import { useSpeech } from "../../words/words.ts";
import { RotateSecret } from "./rotate-secret.tsx";

/** What can be done with a webhook. */
export function WebhookActs({
  webhook,
  onRemoved,
}: {
  readonly webhook: Webhook;
  readonly onRemoved?: () => void;
}) {
  const { id, url, disabled } = webhook;
  const { words } = useSpeech();
  const client = useClient();
  const queries = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const onSettled = () => queries.invalidateQueries({ queryKey: KEYS.webhooks });
  const test = useMutation({
    mutationFn: () => client.webhooks.test(id, {}),
    onSuccess: () => toast(words("webhook_tested")),
    onSettled,
  });
  const turn = useMutation({
    mutationFn: () => client.webhooks.change(id, { enabled: disabled !== null }),
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => client.webhooks.delete(id),
    onSuccess() {
      setRemoving(false);
      toast(words("webhook_removed"));
      onRemoved?.();
    },
    onSettled,
  });
  const says = (what: string): string => `${what}: ${url}`;
  const turning = words(disabled === null ? "webhook_disable" : "webhook_enable");
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap gap-2">
        {disabled === null && (
          <Button
            icon="play"
            aria-label={says(words("webhook_test"))}
            isDisabled={test.isPending}
            sends
            onPress={() => test.mutate()}
          >
            {words("webhook_test")}
          </Button>
        )}
        <Button
          aria-label={says(turning)}
          isDisabled={turn.isPending}
          sends
          onPress={() => turn.mutate()}
        >
          {turning}
        </Button>
        <RotateSecret webhook={webhook} />
        <Button
          look="bad"
          aria-label={says(words("webhook_remove"))}
          onPress={() => setRemoving(true)}
        >
          {words("webhook_remove")}
        </Button>
      </div>
      <ProblemNote error={test.error ?? turn.error} />
      <Question
        title={words("webhook_remove_sure")}
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
      >
        <Confirm act={remove} name={words("webhook_remove")} onLeave={() => setRemoving(false)}>
          <p>{words("webhook_remove_detail", { url })}</p>
        </Confirm>
      </Question>
    </div>
  );
}

/** Whether it is told anything, what, and what it is for. */
export function WebhookFacts({ webhook }: { readonly webhook: Webhook }) {
  const { words } = useSpeech();
  const { id, events, description, created_by, disabled } = webhook;
  const state =
    disabled === null
      ? "is_on"
      : disabled.why === "gone"
        ? "webhook_gone"
        : ("webhook_off" as const);
  const all = events.length === NEWS_TYPES.length;
  return (
    <>
      {description !== null && (
        <p className="text-soft" lang="">
          {description}
        </p>
      )}
      <p className="flex flex-wrap gap-x-3 text-small text-soft">
        <span className={`font-medium ${disabled === null ? "text-good" : "text-wait"}`}>
          {words(state)}
        </span>
        <span>{all ? words("webhook_told_all") : events.join(", ")}</span>
        <code className="font-mono">{id}</code>
        <span>{words("webhook_by", { by: created_by })}</span>
      </p>
    </>
  );
}

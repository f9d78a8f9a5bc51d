import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Webhook } from "../../../contract/service/webhook.ts";
import { Button } from "../../parts/button.tsx";
import { Question, useKeptOpen } from "../../parts/dialog.tsx";
import { Confirm } from "../../parts/forms/confirm.tsx";
import { useClient } from "../../session/api.ts";
import { useMoment } from "../../session/use-moment.ts";
import { useSpeech } from "../../words/words.ts";
import { SecretOnce } from "../secret-once.tsx";

/** Gives a webhook a new secret once a person has read what that does, and shows it. */
export function RotateSecret({ webhook: { id, url } }: { readonly webhook: Webhook }) {
  const { words } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button aria-label={`${words("webhook_rotate")}: ${url}`} onPress={() => setOpen(true)}>
        {words("webhook_rotate")}
      </Button>
      <Question title={words("webhook_rotate_sure")} isOpen={isOpen} onClose={close}>
        <Rotating id={id} onDone={close} />
      </Question>
    </>
  );
}

/** It has the secret only while it is there: nothing shows it a second time. */
function Rotating({ id, onDone }: { readonly id: string; readonly onDone: () => void }) {
  const { words } = useSpeech();
  const client = useClient();
  const moment = useMoment();
  const rotate = useMutation({ mutationFn: () => client.webhooks.rotate(id, {}) });
  const { data, isPending } = rotate;
  useKeptOpen(isPending || data !== undefined);
  if (data !== undefined) {
    return (
      <SecretOnce
        title={words("webhook_rotated", { at: moment(data.earlier_until) })}
        detail={words("webhook_secret_once")}
        label={words("webhook_secret")}
        secret={data.secret}
        onDone={onDone}
      />
    );
  }
  return (
    <Confirm
      act={rotate}
      look="main"
      name={words("webhook_rotate")}
      isKept={isPending}
      onLeave={onDone}
    >
      <p>{words("webhook_rotate_detail")}</p>
    </Confirm>
  );
}

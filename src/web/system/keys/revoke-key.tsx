import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { KeyView } from "../../../contract/service/key.ts";
import { Button } from "../../parts/button.tsx";
import { Question } from "../../parts/dialog.tsx";
import { Confirm } from "../../parts/forms/confirm.tsx";
import { toast } from "../../parts/toasts.tsx";
import { WithCode } from "../../parts/values/with-code.tsx";
import { KEYS, useClient } from "../../session/api.ts";
import { tellSignOut } from "../../session/sign-in.ts";
import { OPERATING } from "../../words/catalogs/operating.ts";
import { useSpeechWith } from "../../words/words.ts";

/** Ends a key, once it was said what that ends. */
export function RevokeKey({
  shown: { id, name, last4 },
  keys,
  isOwn,
}: {
  readonly shown: KeyView;
  readonly keys: readonly KeyView[];
  readonly isOwn: boolean;
}) {
  const { words } = useSpeechWith(OPERATING);
  const client = useClient();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const revoke = useMutation({
    mutationFn: () => client.keys.revoke(id),
    onSuccess() {
      setAsked(false);
      toast(words("key_is_revoked", { name }));
      if (isOwn) tellSignOut();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: KEYS.keys }),
  });
  return (
    <>
      <Button
        look="bad"
        aria-label={words("key_revoke_of", { name, id })}
        onPress={() => setAsked(true)}
      >
        {words("key_revoke")}
      </Button>
      <Question
        title={words("key_revoke_sure", { name })}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
      >
        <Confirm act={revoke} name={words("key_revoke")} onLeave={() => setAsked(false)}>
          <p>{words("key_revoke_detail", { name, tail: last4 })}</p>
          {isOwn && <p className="font-medium text-bad">{words("key_revoke_own")}</p>}
          {isLastAdmin(keys, id) && (
            <p className="font-medium text-bad">
              <WithCode text={words("key_revoke_last")} />
            </p>
          )}
        </Confirm>
      </Question>
    </>
  );
}

/** Whether a key is the last one that can make and revoke keys by the API. */
function isLastAdmin(keys: readonly KeyView[], id: string): boolean {
  const admins = keys.filter(({ roles, state }) => state === "active" && roles.includes("admin"));
  return admins.length === 1 && admins[0]!.id === id;
}

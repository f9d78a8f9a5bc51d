import { useQuery } from "@tanstack/react-query";
import { systemQuery, useClient } from "../session/api.ts";
import { useSpeech } from "../words/words.ts";
import { Icon } from "./icon.tsx";
import { Section } from "./panel.tsx";

function useEncrypted(): boolean {
  return useQuery(systemQuery(useClient())).data?.temporal.encrypted === true;
}

/** A lock where Temporal gets plans encrypted only, with who may decode them. */
export function EncryptedMark() {
  const { words } = useSpeech();
  if (!useEncrypted()) return null;
  return (
    <span title={words("encrypted_detail")} className="inline-flex items-center gap-1">
      <Icon name="lock" size={12} />
      <span>{words("encrypted")}</span>
      <span className="sr-only">{words("encrypted_detail")}</span>
    </span>
  );
}

/** The same in full: what is encrypted, and who may decode it. */
export function EncryptionNote() {
  const { words } = useSpeech();
  if (!useEncrypted()) return null;
  return (
    <Section title={words("system_encryption")}>
      <p className="flex items-start gap-2 text-soft">
        <span className="pt-0.5">
          <Icon name="lock" />
        </span>
        {words("encrypted_detail")}
      </p>
    </Section>
  );
}

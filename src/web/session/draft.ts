import { useState } from "react";
import type { Hold } from "../../contract/plan/holds/hold.ts";

/** What people write about a hold. */
const HOLD_PARTS = ["answer", "file", "args", "reason"] as const;
type AboutHold = Pick<Hold, "id" | "digest">;

/**
 * What somebody is writing, kept in this tab so that a reload loses nothing.
 * @param kept what of it the tab keeps: what is secret stays in memory only.
 */
export function useDraft<Draft>(
  id: string,
  empty: Draft,
  kept: (draft: Draft) => Draft = (draft) => draft,
): [Draft, (draft: Draft) => void] {
  const place = `holdpoint.draft.${id}`;
  const [draft, setDraft] = useState<Draft>(() => {
    const found = sessionStorage.getItem(place);
    return found === null ? empty : (JSON.parse(found) as Draft);
  });
  return [
    draft,
    (next) => {
      setDraft(next);
      sessionStorage.setItem(place, JSON.stringify(kept(next)));
    },
  ];
}

/** What is written into the fields that are not secret. */
export function withoutSecrets<Field>(
  written: Readonly<Record<string, Field>>,
  isSecret: (name: string) => boolean,
): Record<string, Field> {
  return Object.fromEntries(Object.entries(written).filter(([name]) => !isSecret(name)));
}

/** Forgets a draft that was sent. */
export function dropDraft(id: string): void {
  sessionStorage.removeItem(`holdpoint.draft.${id}`);
}

/**
 * The name of a draft about a hold. Others that ask the same, such as those of another plan from the same template,
 * have drafts of their own.
 */
export function holdDraft({ id, digest }: AboutHold, part: (typeof HOLD_PARTS)[number]): string {
  return `${id}.${digest}.${part}`;
}

/** Forgets all that was written about a hold. */
export function dropHoldDrafts(hold: AboutHold): void {
  for (const part of HOLD_PARTS) dropDraft(holdDraft(hold, part));
}

import { useState } from "react";
import type { Hold } from "../../contract/plan/holds/hold.ts";

/** What people write about a hold. */
const HOLD_PARTS = ["answer", "file", "args", "reason"] as const;
type AboutHold = Pick<Hold, "id" | "digest">;

/**
 * What somebody is writing, kept in this tab so that a reload loses nothing.
 * @param isKept false for what is secret: it stays in memory only.
 */
export function useDraft<Draft>(
  id: string,
  empty: Draft,
  isKept = true,
): [Draft, (draft: Draft) => void] {
  const place = `holdpoint.draft.${id}`;
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = sessionStorage.getItem(place);
    return kept === null ? empty : (JSON.parse(kept) as Draft);
  });
  return [
    draft,
    (next) => {
      setDraft(next);
      if (isKept) sessionStorage.setItem(place, JSON.stringify(next));
    },
  ];
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

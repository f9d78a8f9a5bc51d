import { useState } from "react";

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

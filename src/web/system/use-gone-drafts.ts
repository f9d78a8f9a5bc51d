import { useEffect } from "react";
import { toast } from "../parts/toasts.tsx";
import { dropDraft, draftsOf } from "../session/draft.ts";
import { useSpeech } from "../words/words.ts";

/**
 * Forgets what was begun about things that somebody has deleted since, and says so.
 * @param kinds the names of such drafts begin with them.
 * @param there what is still there; undefined while that is not known.
 */
export function useGoneDrafts(
  kinds: readonly string[],
  there: readonly string[] | undefined,
): void {
  const { words } = useSpeech();
  useEffect(() => {
    if (there === undefined) return;
    const gone = new Set<string>();
    for (const kind of kinds) {
      for (const name of draftsOf(kind)) {
        if (there.includes(name)) continue;
        dropDraft(`${kind}.${name}`);
        gone.add(name);
      }
    }
    for (const name of gone) toast(words("draft_gone", { name }));
  });
}

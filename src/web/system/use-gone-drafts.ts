import { useEffect, useEffectEvent } from "react";
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
  const names = there === undefined ? undefined : JSON.stringify(there);
  const forget = useEffectEvent((known: ReadonlySet<string>): void => {
    const gone = new Set<string>();
    for (const kind of kinds) {
      for (const name of draftsOf(kind)) {
        if (known.has(name)) continue;
        dropDraft(`${kind}.${name}`);
        gone.add(name);
      }
    }
    for (const name of gone) toast(words("draft_gone", { name }));
  });
  useEffect(() => {
    if (names !== undefined) forget(new Set(JSON.parse(names) as string[]));
  }, [names]);
}

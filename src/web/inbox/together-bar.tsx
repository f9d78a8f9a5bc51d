import { lazy, Suspense, useState } from "react";
import { Button } from "../parts/button.tsx";
import { toast } from "../parts/toasts.tsx";
import { useSpeech } from "../words/words.ts";
import type { InboxLine } from "./inbox-lines.ts";

/** Read once something is selected: the first page does without. */
const Together = lazy(async () => ({ default: (await import("./together.tsx")).Together }));
/** Each of them is looked at, with what it would do. */
const MOST_TOGETHER = 50;

/** What is selected, to be decided together. @param known what waits. */
export function useTogether(known: readonly InboxLine[]) {
  const { words } = useSpeech();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [isDeciding, setDeciding] = useState(false);
  // While they are decided, what was decided has left the list and is still told.
  const chosen = [...picked].filter(
    (id) => isDeciding || known.some(({ key, canJoin }) => canJoin && key === id),
  );
  return {
    chosen,
    isDeciding,
    has: (id: string): boolean => picked.has(id),
    toggle: (id: string): void => {
      const next = new Set(chosen);
      if (next.delete(id)) setPicked(next);
      else if (next.size === MOST_TOGETHER) toast(words("together_most", { most: MOST_TOGETHER }));
      else setPicked(next.add(id));
    },
    decide: (): void => setDeciding(true),
    // What was not decided stays selected.
    leave: (): void => setDeciding(false),
    none: (): void => setPicked(new Set()),
  };
}

/** How many are selected, and what can be done with them; nothing while none is. */
export function TogetherBar({
  together,
  listed,
}: {
  readonly together: ReturnType<typeof useTogether>;
  /** What waits, as the list follows it. */
  readonly listed: readonly InboxLine[];
}) {
  const { words } = useSpeech();
  const { chosen, isDeciding, decide, leave, none } = together;
  if (chosen.length === 0) return null;
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-t border-line bg-panel px-4 py-2">
        <p role="status" className="mr-auto font-medium">
          {words("together_count", { count: chosen.length })}
        </p>
        <Button look="bare" says={words("together_none")} onPress={none} />
        <Button look="main" says={words("together_decide")} onPress={decide} />
      </div>
      <Suspense>
        <Together holds={chosen} listed={listed} isOpen={isDeciding} onClose={leave} />
      </Suspense>
    </>
  );
}

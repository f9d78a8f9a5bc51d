import { useQueries } from "@tanstack/react-query";
import { Button } from "../parts/button.tsx";
import { Question } from "../parts/dialog.tsx";
import { Skeleton } from "../parts/panel.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { holdQuery, useClient } from "../session/api.ts";
import { useSpeech } from "../words/words.ts";
import { equalHolds, type Looked } from "./equal-holds.ts";
import type { InboxLine } from "./inbox-lines.ts";
import { TogetherGroup } from "./together-group.tsx";
import { useMeanwhile } from "./use-meanwhile.ts";

/** Several requests at once: those that would run the same stand together, and are decided in one act. */
export function Together({
  holds,
  listed,
  isOpen,
  onClose,
}: {
  readonly holds: readonly string[];
  /** What waits, as the list follows it. */
  readonly listed: readonly InboxLine[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { words } = useSpeech();
  return (
    <Question title={words("together_decide")} isOpen={isOpen} onClose={onClose}>
      <Groups holds={holds} listed={listed} />
      <div className="mt-4 flex justify-end">
        <Button onPress={onClose}>{words("close")}</Button>
      </div>
    </Question>
  );
}

function Groups({
  holds,
  listed,
}: {
  readonly holds: readonly string[];
  readonly listed: readonly InboxLine[];
}) {
  const { words } = useSpeech();
  const client = useClient();
  // What was looked at stays as it was looked at: a decision binds exactly that.
  const read = useQueries({
    queries: holds.map((id) => ({
      ...holdQuery(client, id),
      queryKey: ["together", id],
      staleTime: Infinity,
      gcTime: 0,
    })),
  });
  const meanwhile = useMeanwhile(holds, listed);
  const failed = read.find(({ error }) => error !== null);
  if (failed !== undefined) return <ProblemNote error={failed.error} />;
  if (read.some(({ data }) => data === undefined)) return <Skeleton lines={4} />;
  const looked = read.flatMap(({ data }): Looked[] =>
    data === undefined || data.choices === null ? [] : [{ hold: data.hold, choices: data.choices }],
  );
  const groups = equalHolds(looked);
  return (
    <div className="flex flex-col gap-5">
      <p className="text-soft">
        {words("together_detail", { count: holds.length, groups: groups.length })}
      </p>
      {groups.map((group) => (
        <TogetherGroup key={group[0]?.hold.id} group={group} meanwhile={meanwhile} />
      ))}
    </div>
  );
}

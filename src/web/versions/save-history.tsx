import { useMutation } from "@tanstack/react-query";
import { Button } from "../parts/button.tsx";
import { saveFile } from "../parts/download.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { useClient } from "../session/api.ts";
import { useSpeech } from "../words/words.ts";

/** Everything that happened to a plan as a file, signed: whoever has it can verify it without asking us. */
export function SaveHistory({ planId }: { readonly planId: string }) {
  const { words } = useSpeech();
  const client = useClient();
  const save = useMutation({
    mutationFn: () => client.plans.log(planId),
    onSuccess: (log) => saveFile(log, `${planId}.log.jsonl`),
    // A long log stays in memory no longer than it takes to save it.
    gcTime: 0,
  });
  return (
    <>
      <Button
        icon="down"
        says={words("save_history")}
        isDisabled={save.isPending}
        onPress={() => save.mutate()}
      />
      <ProblemNote error={save.error} />
    </>
  );
}

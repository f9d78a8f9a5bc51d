import { useMutation } from "@tanstack/react-query";
import { Button } from "../parts/button.tsx";
import { saveFile } from "../parts/download.tsx";
import { ProblemNote } from "../parts/problem.tsx";
import { useClient } from "../session/api.ts";
import { readLog } from "../session/read-log.ts";
import { useSpeech } from "../words/words.ts";

/** Everything that happened to a plan as a file: who decided what and when, with all that was seen. */
export function SaveHistory({ planId }: { readonly planId: string }) {
  const { words } = useSpeech();
  const client = useClient();
  const save = useMutation({
    mutationFn: () => readLog(client, planId, {}),
    onSuccess: ({ events }) =>
      saveFile(events.map((event) => `${JSON.stringify(event)}\n`).join(""), `${planId}.jsonl`),
  });
  return (
    <>
      <Button
        icon="down"
        action={words("save_history")}
        isDisabled={save.isPending}
        onPress={() => save.mutate()}
      >
        {words("save_history")}
      </Button>
      <ProblemNote error={save.error} />
    </>
  );
}

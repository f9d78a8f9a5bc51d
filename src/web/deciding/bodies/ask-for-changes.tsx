import { useQuery } from "@tanstack/react-query";
import { Button } from "../../parts/button.tsx";
import { ProblemNote } from "../../parts/problem.tsx";
import { toast } from "../../parts/toasts.tsx";
import { actionsQuery, agentsQuery, useClient } from "../../session/api.ts";
import { useCommand } from "../../session/use-command.ts";
import { useSpeech } from "../../words/words.ts";

/** Sends a reviewer's comments to the model that plans; what it proposes is reviewed line by line. */
export function AskForChanges({
  planId,
  remarks,
  onAsked,
}: {
  readonly planId: string;
  readonly remarks: string;
  readonly onAsked: () => void;
}) {
  const { words } = useSpeech();
  const client = useClient();
  const actions = useQuery(actionsQuery(client, planId)).data;
  const models = useQuery(agentsQuery(client)).data?.models ?? {};
  const ask = useCommand(
    planId,
    (feedback: string) => client.plans.replan(planId, { feedback }),
    () => {
      toast(words("changes_asked"));
      onAsked();
    },
  );
  const canAsk = actions?.plan?.replan.possible === true && Object.keys(models).length > 0;
  return (
    <div className="mb-4 flex flex-col items-start gap-2">
      <p role="status" className="text-small text-soft">
        {words("comments_go_along")}
      </p>
      {canAsk && (
        <Button icon="agent" isDisabled={ask.isPending} sends onPress={() => ask.mutate(remarks)}>
          {words("changes_ask")}
        </Button>
      )}
      <ProblemNote error={ask.error} />
    </div>
  );
}

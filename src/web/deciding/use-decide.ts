import { useQueryClient } from "@tanstack/react-query";
import type { DecisionInput, Hold } from "../../contract/plan/holds/hold.ts";
import { ProblemError } from "../../contract/problems/problem-error.ts";
import { isApprovedInPart } from "../../plan/views/holds/needed-approvals.ts";
import { whyNot } from "../parts/problem.tsx";
import { toast } from "../parts/toasts.tsx";
import { withCode } from "../parts/values/with-code.tsx";
import { systemQuery, useClient } from "../session/api.ts";
import { noteDecided, noteUndone } from "../session/decided.ts";
import { dropHoldDrafts } from "../session/draft.ts";
import { useCommand } from "../session/use-command.ts";
import { useSpeech } from "../words/words.ts";

type Decided = Pick<Hold, "id" | "plan_id" | "title">;
/** What became of a decision that was sent: the plan has it, or somebody else's was there before. */
export type Sent = "taken" | "late";

/** Sends a decision with the installation's grace time, and says how it is taken back. */
export function useDecide(
  hold: Decided & Pick<Hold, "digest" | "todo_id">,
  onSent: (sent: Sent) => void,
) {
  const { words } = useSpeech();
  const client = useClient();
  const queries = useQueryClient();
  const undo = useUndo(hold);
  return useCommand(
    hold.plan_id,
    async (decision: DecisionInput) => {
      const { grace_seconds } = await queries.ensureQueryData(systemQuery(client));
      try {
        return await client.holds.decide(hold.id, { ...decision, grace_seconds });
      } catch (error) {
        if (error instanceof ProblemError && error.problem.code === "hold_already_decided") {
          onSent("late");
        }
        throw error;
      }
    },
    (receipt, { decision }) => {
      const became = receipt.hold;
      if (isApprovedInPart(became)) {
        const { given, approvals } = became.needs;
        const counts = { given: given.length, approvals };
        toast(words("sent_approve_shared", { title: hold.title, ...counts }));
        return;
      }
      const until = became?.deciding?.takes_effect_at;
      // Until it takes effect it can be taken back, and what was written is wanted again.
      if (until === undefined) dropHoldDrafts(hold);
      const text = words(`sent_${decision}`, { title: hold.title });
      const action = until === undefined ? undefined : { name: words("undo"), run: undo };
      noteDecided(hold.id, until, toast(text, action, until));
      onSent("taken");
    },
  );
}

/** Takes back what was decided on a hold, as long as it has not taken effect. */
export function useUndo(hold: Decided, onDone?: () => void): () => void {
  const speech = useSpeech();
  const { words } = speech;
  const client = useClient();
  const { mutate } = useCommand(
    hold.plan_id,
    async () => {
      try {
        return await client.holds.undo(hold.id);
      } catch (error) {
        toast(withCode(words("undo_failed", { why: whyNot(error, speech) })));
        throw error;
      }
    },
    () => {
      noteUndone(hold.id);
      toast(words("decision_undone", { title: hold.title }));
      onDone?.();
    },
  );
  return () => mutate(undefined);
}

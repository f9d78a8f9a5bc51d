import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KEYS } from "./api.ts";

/** Sends a command to a plan; whatever came of it, the plan and the lists are looked at again. */
export function useCommand<Input, Answer>(
  planId: string,
  send: (input: Input) => Promise<Answer>,
  onDone?: (answer: Answer, input: Input) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: (answer, input) => onDone?.(answer, input),
    async onSettled() {
      void queries.invalidateQueries({ queryKey: ["lists"] });
      void queries.invalidateQueries({ queryKey: ["board", planId] });
      // The form stays busy until what it did is on the screen.
      await queries.invalidateQueries({ queryKey: KEYS.plan(planId) });
    },
  });
}

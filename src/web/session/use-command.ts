import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConnectionError } from "../../client/connection-error.ts";
import { KEYS } from "./api.ts";
import { isServerSilent } from "./live.ts";

/**
 * Sends a command to a plan; whatever came of it, the plan and the lists are looked at again. While the
 * server does not answer, nothing is sent, however it was asked for: by a key, a drag or a form.
 */
export function useCommand<Input, Answer>(
  planId: string,
  send: (input: Input) => Promise<Answer>,
  onDone?: (answer: Answer, input: Input) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => {
      if (isServerSilent()) throw new ConnectionError(location.origin, "unreachable");
      return send(input);
    },
    onSuccess: (answer, input) => onDone?.(answer, input),
    async onSettled(_, error) {
      // The form would stay busy for as long as nobody answers.
      if (isServerSilent()) return;
      void queries.invalidateQueries({ queryKey: ["lists"] });
      void queries.invalidateQueries({ queryKey: ["board", planId] });
      // The form stays busy until what it did is on the screen, unless nobody may be there to show it.
      const seen = queries.invalidateQueries({ queryKey: KEYS.plan(planId) });
      if (!(error instanceof ConnectionError)) await seen;
    },
  });
}

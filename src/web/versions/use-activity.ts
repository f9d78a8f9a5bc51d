import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import type { LoggedEvent } from "../../contract/plan/event.ts";
import { KEYS, useClient } from "../session/api.ts";
import { readLog } from "../session/read-log.ts";

/** As many as the API gives at once. */
const PAGE = 1_000;

interface ReadPart {
  /** Oldest first. */
  readonly events: readonly LoggedEvent[];
  /** The sequence number before the oldest of them. */
  readonly from: number;
  readonly seq: number;
}

/**
 * A plan's log from its end: the newest first, as it grows, and what came before when it is asked for.
 * @param newest the sequence number of the plan's newest event.
 */
export function useActivity(planId: string, newest: number) {
  const client = useClient();
  const queries = useQueryClient();
  const queryKey = [...KEYS.plan(planId), "activity"];
  const read = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<ReadPart> => {
      const start = queries.getQueryData<ReadPart>(queryKey)?.seq ?? Math.max(0, newest - PAGE);
      const known = { events: [], seq: start };
      const { events, seq } = await readLog(client, planId, { signal, known });
      // What came before may have been read meanwhile.
      const before = queries.getQueryData<ReadPart>(queryKey);
      const from = (events[0]?.seq ?? start + 1) - 1;
      // Brought back in Temporal, the log is another one than the known.
      if (before === undefined || from < start) return { events, from, seq };
      return { ...before, events: [...before.events, ...events], seq };
    },
  });
  const earlier = useMutation({
    async mutationFn(until: number) {
      const after = Math.max(0, until - PAGE);
      const { events } = await client.plans.events(planId, { after, limit: until - after });
      queries.setQueryData<ReadPart>(queryKey, (now) =>
        now?.from === until ? { ...now, events: [...events, ...now.events], from: after } : now,
      );
    },
  });
  const { mutate } = earlier;
  const from = read.data?.from ?? 0;
  const readEarlier = useCallback(() => mutate(from), [mutate, from]);
  return {
    events: read.data?.events,
    error: read.error ?? earlier.error,
    retry: () => (read.error === null ? readEarlier() : void read.refetch()),
    /** Nothing where the log is read from its beginning. */
    readEarlier: from === 0 ? undefined : readEarlier,
  };
}

import { useQueries } from "@tanstack/react-query";
import type { Hold } from "../../contract/plan/holds/hold.ts";
import { holdQuery, useClient } from "../session/api.ts";
import { useNow } from "../session/now.ts";
import type { InboxLine } from "./inbox-lines.ts";

/** What became of a request while it was looked at. */
export interface Meanwhile {
  /** Until when it still waits. */
  readonly until: string | null;
  /** What it is now, where it waits no more. */
  readonly gone: Pick<Hold, "status" | "deciding"> | null;
}

/**
 * Whether requests still wait, by their ids. The list says it of those that it has; others are asked one by one.
 * @param listed what waits, as the list follows it.
 */
export function useMeanwhile(
  holds: readonly string[],
  listed: readonly InboxLine[],
): ReadonlyMap<string, Meanwhile> {
  const client = useClient();
  const now = useNow();
  const waiting = new Map(
    listed.flatMap(({ key, canJoin, until }) => (canJoin ? [[key, until] as const] : [])),
  );
  const unlisted = holds.filter((id) => !waiting.has(id));
  const asked = useQueries({
    queries: unlisted.map((id) => ({ ...holdQuery(client, id), staleTime: 0 })),
  });
  return new Map(
    holds.map((id) => {
      const until = waiting.get(id) ?? null;
      const isLate = until !== null && Date.parse(until) <= now;
      const hold = asked[unlisted.indexOf(id)]?.data?.hold;
      const isOver = hold !== undefined && (hold.status !== "open" || hold.deciding !== null);
      const gone = isLate ? { status: "expired" as const, deciding: null } : isOver ? hold : null;
      return [id, { until, gone }];
    }),
  );
}

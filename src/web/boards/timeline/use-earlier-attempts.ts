import { useQueries } from "@tanstack/react-query";
import { attemptsOf, type Attempt } from "../../../plan/views/log/attempts.ts";
import { logQuery, useClient } from "../../session/api.ts";
import type { Mark } from "./timeline-marks.ts";

/** Of so many todos the earlier runs are looked for; each has a log of its own. */
const MOST = 50;
const AGAIN: readonly string[] = ["todo.retried", "todo.rerun"];

/** The attempts at those todos that somebody has had run again. */
export function useEarlierAttempts(
  planId: string,
  marks: ReadonlyMap<string | null, readonly Mark[]>,
): ReadonlyMap<string, readonly Attempt[]> {
  const client = useClient();
  const again = [...marks]
    .flatMap(([id, all]) =>
      id !== null && all.some(({ event }) => AGAIN.includes(event.type)) ? [id] : [],
    )
    .slice(-MOST);
  const logs = useQueries({
    queries: again.map((id) => logQuery(client, planId, { todo_id: id })),
  });
  return new Map(again.map((id, place) => [id, attemptsOf(logs[place]?.data?.events ?? [])]));
}

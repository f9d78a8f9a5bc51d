import type { Client } from "../../client/client.ts";
import type { LoggedEvent } from "../../contract/plan/event.ts";

/** As many as the API gives at once. */
const PAGE = 1_000;

/** What happened up to a sequence number of the plan's log. */
export interface ReadLog {
  readonly events: readonly LoggedEvent[];
  readonly seq: number;
}

/** A plan's whole log, or all of it about one todo or of some types; `known` is not read again. */
export async function readLog(
  client: Client,
  planId: string,
  wish: {
    readonly todo_id?: string;
    readonly types?: string;
    readonly signal?: AbortSignal;
    readonly known?: ReadLog | undefined;
  },
): Promise<ReadLog> {
  const { todo_id, types, signal, known = { events: [], seq: 0 } } = wish;
  const all = [...known.events];
  for (let after = known.seq; ;) {
    const page = await client.plans.events(
      planId,
      { after, todo_id, types, limit: PAGE },
      { signal },
    );
    // Brought back in Temporal, the log is another one than the known.
    if (page.seq < after) return readLog(client, planId, { ...wish, known: undefined });
    all.push(...page.events);
    if (page.events.length < PAGE) return { events: all, seq: page.seq };
    after = page.events.at(-1)!.seq;
  }
}

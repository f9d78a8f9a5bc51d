import { z } from "zod";
import type { HistoryQuerySchema, HistorySchema } from "../../contract/plan/history.ts";
import { auditKindOf } from "../../plan/views/log/audit.ts";
import { eventsQuery } from "../../workflows/wire/messages.ts";
import { fromCursor, toCursor } from "../http/requests/list-cursor.ts";
import { readEvents, type LogSource } from "./read-events.ts";

/** Events that are looked at in one go, from the newest backwards. */
const WINDOW = 1_000;
const PlaceSchema = z.strictObject({ before: z.int().min(1) });

type History = z.output<typeof HistorySchema>;

/** One page of what people and policies did to a plan, newest first. */
export async function readHistory(
  deps: LogSource,
  planId: string,
  { kind, todo_id, limit, cursor }: z.output<typeof HistoryQuerySchema>,
): Promise<History> {
  const list = JSON.stringify(["history", planId, kind, todo_id]);
  const place = cursor === undefined ? undefined : fromCursor(list, cursor, PlaceSchema);
  const { seq: newest } = await deps.plans.query(planId, eventsQuery, { limit: 0 });
  // Anybody can make a cursor: none leads past what there is.
  let before = Math.min(place?.before ?? Infinity, newest + 1);
  const entries: History["entries"] = [];
  while (entries.length <= limit && before > 1) {
    const after = Math.max(0, before - 1 - WINDOW);
    const { events } = await readEvents(deps, planId, { after, limit: before - 1 - after });
    for (const event of events.toReversed()) {
      const known = auditKindOf(event);
      if (known === null || (kind !== undefined && known !== kind)) continue;
      if (todo_id === undefined || event.todo_id === todo_id) {
        entries.push({ kind: known, ...event });
      }
    }
    before = after + 1;
  }
  const shown = entries.slice(0, limit);
  const has_more = entries.length > limit;
  const next_cursor = has_more ? toCursor(list, { before: shown.at(-1)!.seq }) : null;
  return { entries: shown, has_more, next_cursor };
}

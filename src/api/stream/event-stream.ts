import type { HttpBindings } from "@hono/node-server";
import { z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { EventTypesSchema, isWanted } from "../../contract/stream.ts";
import { PlanIdSchema } from "../../contract/text.ts";
import type { ApiDeps } from "../deps.ts";
import { validationProblem } from "../problem.ts";
import { Refused } from "../refused.ts";
import { asksForStream, STREAM_HEADERS, toByteStream } from "./byte-stream.ts";
import type { FeedItem } from "./plan-feed.ts";
import type { KeepAccess } from "./keep-access.ts";
import { HEARTBEAT_MS } from "./settings.ts";

const seq = z
  .string()
  .regex(/^[0-9]{1,15}$/, "must be a sequence number, such as 12")
  .transform(Number);
/** The query of the stream. */
export const StreamQuerySchema = z.object({
  after: seq.optional(),
  types: EventTypesSchema.optional(),
});
const RequestSchema = z.object({
  param: z.object({ plan_id: PlanIdSchema }),
  query: StreamQuerySchema,
  header: z.object({ "last-event-id": seq.optional() }),
});

/**
 * `GET /v1/plans/{id}/events` for those who accept `text/event-stream`: a snapshot, or what follows
 * `Last-Event-ID` (or `after`), then everything as it happens, up to the plan's end. 204 when there
 * is nothing left to tell, which ends a browser's reconnecting. Others get the next handler.
 */
export function eventStream(
  deps: Pick<ApiDeps, "feeds" | "stream">,
  keepAccess: KeepAccess,
): MiddlewareHandler {
  return async function streamEvents(c, next) {
    if (!asksForStream(c)) return next();
    const { param, query, header } = readRequest(c);
    // A browser keeps the address that it began with, and says by the header how far it came.
    const after = header["last-event-id"] ?? query.after ?? null;
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
    const breakOff = (): void => void outgoing?.destroy();
    const subscription = await deps.feeds.subscribe(param.plan_id, { after, onDrop: breakOff });
    if (subscription.over) {
      subscription.close();
      return c.body(null, 204);
    }
    const stopLooking = keepAccess(c, breakOff);
    const bytes = toByteStream({
      async next() {
        const item = await subscription.next();
        return item === null ? null : toText(item, query.types);
      },
      close() {
        stopLooking();
        subscription.close();
      },
      heartbeatMs: deps.stream?.heartbeatMs ?? HEARTBEAT_MS,
    });
    return c.body(bytes, 200, STREAM_HEADERS);
  };
}

/** @throws Refused with the place of each mistake. */
function readRequest(c: Context): z.output<typeof RequestSchema> {
  const lastEventId = c.req.header("last-event-id");
  const read = RequestSchema.safeParse({
    param: c.req.param(),
    query: c.req.query(),
    header: lastEventId === undefined ? {} : { "last-event-id": lastEventId },
  });
  if (read.success) return read.data;
  throw new Refused(validationProblem(read.error));
}

function toText(item: FeedItem, types: readonly string[] | undefined): string {
  if (item.kind === "snapshot") {
    return message(item.view.seq, "snapshot", JSON.stringify(item.view));
  }
  return item.events
    .filter(({ event }) => isWanted(event.type, types))
    .map(({ event, json }) => message(event.seq, event.type, json))
    .join("");
}

function message(id: number, event: string, data: string): string {
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
}

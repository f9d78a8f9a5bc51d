import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { z } from "zod";
import { named } from "../../contract/sentences/sentence.ts";
import {
  besideBoard,
  EventQuerySchema,
  isWanted,
  type EventWish,
} from "../../contract/service/stream.ts";
import { PlanIdSchema } from "../../contract/text.ts";
import { openCounted } from "../auth/open-streams.ts";
import type { RecheckAccess } from "../auth/recheck-access.ts";
import { queryOf } from "../http/mount-routes.ts";
import { assertOwnPage } from "../http/origins/own-pages.ts";
import { parsed } from "../http/problem.ts";
import { headerOf, REQUEST_HEADERS } from "../http/requests/request-headers.ts";
import { asksForStream, STREAM_HEADERS, toByteStream } from "./byte-stream.ts";
import type { FeedItem } from "./feed/plan-feed.ts";
import type { PlanFeeds } from "./feed/plan-feeds.ts";
import { HEARTBEAT_MS, type StreamSettings } from "./settings.ts";

/** The query of the stream. */
export const StreamQuerySchema = z.object({
  after: REQUEST_HEADERS["Last-Event-ID"].schema.optional(),
  ...EventQuerySchema.pick({ types: true, todo_id: true, board: true }).shape,
});
const OfAnswers = named("not_of_streams");
const RequestSchema = z.object({
  param: z.object({ plan_id: PlanIdSchema }),
  query: StreamQuerySchema.extend({
    // Who asks for them waits for an answer that ends.
    limit: z.never(OfAnswers).optional(),
    wait: z.never(OfAnswers).optional(),
  }).superRefine(besideBoard),
});

/**
 * `GET /v1/plans/{id}/events` for those who accept `text/event-stream`: a snapshot, or what follows
 * `Last-Event-ID` (or `after`), then everything as it happens, up to the plan's end; with `board`, a
 * board and every event with the rows to fold into it. The last message is `end`: its id is the newest
 * also for readers of some types alone, who else would ask for the rest for ever. 204 when there is
 * nothing left to tell, which ends a browser's reconnecting. Others get the next handler.
 */
export function eventStream(
  deps: { readonly feeds: PlanFeeds; readonly stream?: StreamSettings },
  recheckAccess: RecheckAccess,
): MiddlewareHandler {
  return async function streamEvents(c, next) {
    if (!asksForStream(c)) return next();
    assertOwnPage(c);
    const request = { param: c.req.param(), query: queryOf(c) };
    const { param, query } = parsed(RequestSchema, request);
    // A browser keeps the address that it began with, and says by the header how far it came.
    const after = headerOf(c, "Last-Event-ID") ?? query.after ?? null;
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
    const breakOff = (): void => void outgoing?.destroy();
    const board = query.board === "true";
    const wish = { after, board, onDrop: breakOff };
    const { opened: subscription, endStream } = await openCounted(c, () =>
      deps.feeds.subscribe(param.plan_id, wish),
    );
    if (subscription.over) {
      endStream();
      subscription.close();
      return c.body(null, 204);
    }
    const stopLooking = recheckAccess(c, breakOff);
    let isEnded = false;
    const bytes = toByteStream({
      async next() {
        const item = isEnded ? null : await subscription.next();
        if (item !== null) return toText(item, board, query);
        // Else this process stops, and another one goes on.
        if (isEnded || !subscription.over) return null;
        isEnded = true;
        return message(subscription.seq, "end", "null");
      },
      close() {
        endStream();
        stopLooking();
        subscription.close();
      },
      heartbeatMs: deps.stream?.heartbeatMs ?? HEARTBEAT_MS,
    });
    return c.body(bytes, 200, STREAM_HEADERS);
  };
}

function toText(item: FeedItem, board: boolean, wish: EventWish): string {
  switch (item.kind) {
    case "snapshot":
      return message(item.view.seq, "snapshot", JSON.stringify(item.view));
    case "board":
      return message(item.board.plan.seq, "board", JSON.stringify(item.board));
    case "events":
      return item.events
        .filter(({ event }) => isWanted(event, wish))
        .map(({ event, json, withRows }) => message(event.seq, event.type, board ? withRows : json))
        .join("");
  }
}

function message(id: number, event: string, data: string): string {
  return `id: ${id}\nevent: ${event}\ndata: ${data}\n\n`;
}

import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import { openCounted } from "../auth/open-streams.ts";
import type { RecheckAccess } from "../auth/recheck-access.ts";
import { assertOwnPage } from "../http/origins/own-pages.ts";
import { asksForStream, STREAM_HEADERS, toByteStream } from "./byte-stream.ts";
import type { ListFeed } from "./feed/list-feed.ts";
import type { ListNews } from "./feed/live-list.ts";
import { HEARTBEAT_MS, type StreamSettings } from "./settings.ts";

/**
 * `GET /v1/events` for those who accept `text/event-stream`: all plans that go on and what waits for
 * people, then each row that changes. Who comes back begins with the snapshot again. Others get the
 * next handler.
 */
export function listStream(
  feed: ListFeed,
  recheckAccess: RecheckAccess,
  settings: StreamSettings = {},
): MiddlewareHandler {
  return async function streamLists(c, next) {
    if (!asksForStream(c)) return next();
    assertOwnPage(c);
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
    const { opened: subscription, endStream } = await openCounted(c, () => feed.subscribe());
    const stopLooking = recheckAccess(c, () => void outgoing?.destroy());
    const bytes = toByteStream({
      async next() {
        const news = await subscription.next();
        return news === null ? null : toText(news);
      },
      close() {
        endStream();
        stopLooking();
        subscription.close();
      },
      heartbeatMs: settings.heartbeatMs ?? HEARTBEAT_MS,
    });
    return c.body(bytes, 200, STREAM_HEADERS);
  };
}

function toText(news: ListNews): string {
  if (news.kind === "snapshot") return message("snapshot", news.snapshot);
  return news.changes.map(({ type, data }) => message(type, data)).join("");
}

function message(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

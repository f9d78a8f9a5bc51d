import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import type { ApiDeps } from "../deps.ts";
import { asksForStream, STREAM_HEADERS, toByteStream } from "./byte-stream.ts";
import type { KeepAccess } from "./keep-access.ts";
import type { ListNews } from "./list-board.ts";
import { HEARTBEAT_MS } from "./settings.ts";

/**
 * `GET /v1/events` for those who accept `text/event-stream`: all plans that go on and what waits for
 * people, then each row that changes. Who comes back begins with the snapshot again. Others get the
 * next handler.
 */
export function listStream(
  deps: Pick<ApiDeps, "listFeed" | "stream">,
  keepAccess: KeepAccess,
): MiddlewareHandler {
  return async function streamLists(c, next) {
    if (!asksForStream(c)) return next();
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
    const subscription = await deps.listFeed.subscribe();
    const stopLooking = keepAccess(c, () => void outgoing?.destroy());
    const bytes = toByteStream({
      async next() {
        const news = await subscription.next();
        return news === null ? null : toText(news);
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

function toText(news: ListNews): string {
  if (news.kind === "snapshot") return message("snapshot", news.snapshot);
  return news.changes.map(({ type, data }) => message(type, data)).join("");
}

function message(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

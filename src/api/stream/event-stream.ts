import type { HttpBindings } from "@hono/node-server";
import { z } from "@hono/zod-openapi";
import type { Context, MiddlewareHandler } from "hono";
import { EventTypesSchema, isWanted } from "../../contract/stream.ts";
import { PlanIdSchema } from "../../contract/text.ts";
import type { ApiDeps } from "../deps.ts";
import { validationProblem } from "../problem.ts";
import { Refused } from "../refused.ts";
import type { FeedItem, Subscription } from "./plan-feed.ts";
import type { KeepAccess } from "./keep-access.ts";
import { HEARTBEAT_MS } from "./settings.ts";

const seq = z
  .string()
  .regex(/^[0-9]{1,15}$/, "must be a sequence number, such as 12")
  .transform(Number);
const RequestSchema = z.object({
  param: z.object({ plan_id: PlanIdSchema }),
  query: z.object({ after: seq.optional(), types: EventTypesSchema.optional() }),
  header: z.object({ "last-event-id": seq.optional() }),
});

/** How soon a browser comes back after its stream broke off. */
const RETRY_LINE = "retry: 1000\n\n";
const HEARTBEAT = ": heartbeat\n\n";

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
      next: () => subscription.next(),
      close() {
        stopLooking();
        subscription.close();
      },
      types: query.types,
      heartbeatMs: deps.stream?.heartbeatMs ?? HEARTBEAT_MS,
    });
    return c.body(bytes, 200, {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    });
  };
}

function asksForStream(c: Context): boolean {
  // HEAD is a GET whose body nobody reads.
  if (c.req.raw.method !== "GET") return false;
  const accepted = (c.req.header("accept") ?? "").split(",");
  return accepted.some((type) => type.split(";")[0]!.trim().toLowerCase() === "text/event-stream");
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

interface Source extends Pick<Subscription, "next" | "close"> {
  readonly types: readonly string[] | undefined;
  readonly heartbeatMs: number;
}

/** Asked for the next piece only when the one before was taken, so that nothing piles up here. */
function toByteStream({ next, close, types, heartbeatMs }: Source): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let pending: Promise<FeedItem | null> | undefined;
  let quietSince = performance.now();
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(RETRY_LINE)),
      async pull(controller) {
        for (;;) {
          pending ??= next();
          const left = Math.max(0, quietSince + heartbeatMs - performance.now());
          const item = await within(pending, left);
          if (item === null) {
            close();
            return controller.close();
          }
          if (item !== "late") pending = undefined;
          const text = item === "late" ? HEARTBEAT : toText(item, types);
          if (text === "") continue;
          quietSince = performance.now();
          return controller.enqueue(encoder.encode(text));
        }
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
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

/** The promise's value, or `late` when it takes longer. */
export async function within<Value>(
  promise: Promise<Value>,
  milliseconds: number,
): Promise<Value | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

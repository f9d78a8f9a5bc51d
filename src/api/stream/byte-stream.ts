import type { Context } from "hono";

/** How soon a browser comes back after its stream broke off. */
const RETRY_LINE = "retry: 1000\n\n";
const HEARTBEAT = ": heartbeat\n\n";

/** The headers of a stream of server-sent events. */
export const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/** Where a stream's texts come from. */
export interface Source {
  /** The next text, empty when there is nothing to tell about it; null at the end. */
  readonly next: () => Promise<string | null>;
  readonly close: () => void;
  readonly heartbeatMs: number;
}

/** Whether the caller of a route that answers JSON, too, wants a stream. */
export function asksForStream(c: Context): boolean {
  // HEAD is a GET whose body nobody reads.
  if (c.req.raw.method !== "GET") return false;
  const accepted = (c.req.header("accept") ?? "").split(",");
  return accepted.some((type) => type.split(";")[0]!.trim().toLowerCase() === "text/event-stream");
}

/** Asked for the next piece only when the one before was taken, so that nothing piles up here. */
export function toByteStream({ next, close, heartbeatMs }: Source): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let pending: Promise<string | null> | undefined;
  let quietSince = performance.now();
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(RETRY_LINE)),
      async pull(controller) {
        for (;;) {
          pending ??= next();
          const left = Math.max(0, quietSince + heartbeatMs - performance.now());
          const told = await within(pending, left);
          if (told === null) {
            close();
            return controller.close();
          }
          if (told !== LATE) pending = undefined;
          const text = told === LATE ? HEARTBEAT : told;
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

/** What `within` gives when the time is over. */
export const LATE = Symbol("late");

/** The promise's value, or `LATE` when it takes longer. */
export async function within<Value>(
  promise: Promise<Value>,
  milliseconds: number,
): Promise<Value | typeof LATE> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

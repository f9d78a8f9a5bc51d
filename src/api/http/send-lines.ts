import type { Context } from "hono";
import { BYTES } from "./route.ts";

interface Sending {
  /** What it is called where somebody saves it. */
  readonly file: string;
  /** Told when the lines break off, after the answer has begun. */
  readonly onError: (error: unknown, request: { id: string; path: string }) => void;
}

/** Answers lines, as bytes that no browser shows, which are made as they are read. What goes wrong before the first is refused as anywhere else. */
export async function sendLines(
  c: Context,
  lines: AsyncGenerator<string, void>,
  { file, onError }: Sending,
): Promise<Response> {
  const request = { id: c.get("requestId") as string, path: c.req.path };
  const first = await lines.next();
  const encoder = new TextEncoder();
  let next: IteratorResult<string, void> | undefined = first;
  let isLeft = false;
  const bytes = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = next ?? (await lines.next());
          next = undefined;
          if (isLeft) return;
          if (done === true) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          if (!isLeft) onError(error, request);
          throw error;
        }
      },
      // Whoever stops reading has not met an error of ours.
      async cancel() {
        isLeft = true;
        await lines.return();
      },
    },
    // Nothing is made that nobody reads, as after `HEAD`.
    { highWaterMark: 0 },
  );
  return c.body(bytes, 200, {
    "content-type": BYTES,
    "content-disposition": `attachment; filename="${file}"`,
    "x-content-type-options": "nosniff",
  });
}

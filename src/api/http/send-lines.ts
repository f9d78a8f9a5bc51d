import { Readable } from "node:stream";
import type { Context } from "hono";

interface Sending {
  readonly type: string;
  /** What it is called where somebody saves it. */
  readonly file: string;
  /** Told when the lines break off, after the answer has begun. */
  readonly onError: (error: unknown, request: { id: string; path: string }) => void;
}

/** Answers lines that are made as they are read. What goes wrong before the first is refused as anywhere else. */
export async function sendLines(
  c: Context,
  lines: AsyncGenerator<string, void>,
  { type, file, onError }: Sending,
): Promise<Response> {
  const request = { id: c.get("requestId") as string, path: c.req.path };
  const first = await lines.next();
  const all = async function* (): AsyncGenerator<string, void> {
    if (first.done !== true) yield first.value;
    try {
      yield* lines;
    } catch (error) {
      onError(error, request);
      throw error;
    }
  };
  const bytes = Readable.toWeb(Readable.from(all(), { objectMode: false }));
  return c.body(bytes as ReadableStream, 200, {
    "content-type": type,
    "content-disposition": `attachment; filename="${file}"`,
    "x-content-type-options": "nosniff",
  });
}

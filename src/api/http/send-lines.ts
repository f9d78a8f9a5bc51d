import type { Context } from "hono";
import { bodyStream } from "./body-stream.ts";
import { requestIn, type OnError } from "./observe.ts";
import { BYTES } from "./route.ts";

interface Sending {
  /** What it is called where somebody saves it. */
  readonly file: string;
  /** Told when the lines break off, after the answer has begun. */
  readonly onError: OnError;
}

/** Answers lines, as bytes that no browser shows, which are made as they are read. What goes wrong before the first is refused as anywhere else. */
export async function sendLines(
  c: Context,
  lines: AsyncGenerator<string, void>,
  { file, onError }: Sending,
): Promise<Response> {
  const request = requestIn(c);
  const first = await lines.next();
  const encoder = new TextEncoder();
  const toBytes = (text: string): Uint8Array => encoder.encode(text);
  const body = bodyStream({ pieces: lines, first, toBytes }, (error) => onError(error, request));
  return c.body(body, 200, {
    "content-type": BYTES,
    "content-disposition": `attachment; filename="${file}"`,
    "x-content-type-options": "nosniff",
  });
}

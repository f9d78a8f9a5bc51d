import type { Context } from "hono";
import { refusal } from "../../contract/problems/problem-error.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { requestIn, type OnError } from "./observe.ts";
import { BYTES } from "./route.ts";

/** A body of which the first piece may have been made already. */
interface Body<Piece> {
  readonly pieces: AsyncGenerator<Piece, void>;
  readonly first?: IteratorResult<Piece, void>;
  readonly toBytes: (piece: Piece) => Uint8Array;
}

/**
 * An answer's body that is made as it is read: nothing is made that nobody reads, as after `HEAD`, and whoever stops reading
 * has not met an error of ours.
 * @param onError told when it breaks off, after the answer has begun.
 */
function bodyStream<Piece>(
  { pieces, first, toBytes }: Body<Piece>,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  let next = first;
  let isLeft = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = next ?? (await pieces.next());
          next = undefined;
          if (isLeft) return;
          if (done === true) controller.close();
          else controller.enqueue(toBytes(value));
        } catch (error) {
          if (!isLeft) onError(error);
          throw error;
        }
      },
      async cancel() {
        isLeft = true;
        await pieces.return();
      },
    },
    { highWaterMark: 0 },
  );
}

interface Range {
  readonly first: number;
  /** Inclusive. */
  readonly last: number;
}

interface Opened {
  readonly bytes: number;
  readonly digest: string;
  readonly read: () => Pieces;
}

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * Answers bytes that are made as they are read, or the one range of them that is asked for.
 * @param onError told when they break off, after the answer has begun.
 * @throws Refusal when nothing is in the range.
 */
export function sendBytes(c: Context, { bytes, digest, read }: Opened, onError: OnError): Response {
  const etag = `"${digest}"`;
  const range = isForRange(c, etag) ? readRange(c.req.header("range"), bytes) : null;
  if (range !== null && (range.first > range.last || range.first >= bytes)) {
    const detail = say("range_is_beyond", { bytes });
    c.header("content-range", `bytes */${bytes}`);
    throw refusal("range_not_satisfiable", detail, say("range_begins_before"));
  }
  const { first, last } = range ?? { first: 0, last: bytes - 1 };
  const request = requestIn(c);
  const pieces = partOf(read(), first, last);
  const body = bodyStream({ pieces, toBytes: (piece) => piece }, (error) =>
    onError(error, request),
  );
  return c.body(body, range === null ? 200 : 206, {
    "accept-ranges": "bytes",
    "content-type": BYTES,
    // What tools get comes from anywhere: no browser should show it as a page of this service.
    "content-disposition": "attachment",
    "x-content-type-options": "nosniff",
    "content-length": String(last + 1 - first),
    etag,
    ...(range !== null && { "content-range": `bytes ${first}-${last}/${bytes}` }),
  });
}

/**
 * Whether a range is what is asked for: who goes on with what they have of other bytes gets all of these
 * (RFC 9110 §13.1.5), and who wants no bytes gets no part of them (§14.2).
 */
function isForRange(c: Context, etag: string): boolean {
  const had = c.req.header("if-range")?.trim() ?? etag;
  return c.req.method === "GET" && had === etag;
}

/** What is no single range of bytes is passed over, as RFC 9110 allows. */
function readRange(header: string | undefined, bytes: number): Range | null {
  const [, from, to] = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (from === undefined || to === undefined || from + to === "") return null;
  if (from === "") return { first: Math.max(0, bytes - Number(to)), last: bytes - 1 };
  const first = Number(from);
  const last = to === "" ? bytes - 1 : Number(to);
  // The end before the beginning is no range at all.
  return to !== "" && last < first ? null : { first, last: Math.min(last, bytes - 1) };
}

async function* partOf(
  pieces: Pieces,
  first: number,
  last: number,
): AsyncGenerator<Uint8Array, void> {
  let at = 0;
  for await (const piece of pieces) {
    const part = piece.subarray(Math.max(0, first - at), Math.max(0, last + 1 - at));
    if (part.length > 0) yield part;
    at += piece.length;
    if (at > last) return;
  }
}

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

import { isUtf8 } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import type { ArgumentMatch, ArgumentMatches } from "../../contract/plan/holds/hold.ts";

/** Signs of what stands before and behind a place. */
const CONTEXT = 40;
/** Signs that are searched at once; others are served between two parts. */
const PART = 256 * 1024;
/** Places are counted up to here: a text of one letter would be found everywhere. */
const MOST_COUNTED = 10_000;

export interface Search {
  /** Upper and lower case are the same. */
  readonly find: string;
  /** The first byte where a place may begin. */
  readonly from: number;
  /** How many places are told; the others are counted. */
  readonly limit: number;
}

/**
 * Where a text stands in bytes that are made as they are read. Work grows with the bytes and nothing else;
 * only the part that is searched is in memory.
 */
export async function findText(
  pieces: AsyncIterable<Uint8Array>,
  { find, from, limit }: Search,
): Promise<Omit<ArgumentMatches, "pointer">> {
  const wanted = foldCase(find);
  const matches: ArgumentMatch[] = [];
  let total = 0;
  let text = "";
  /** Where `text` begins in the bytes, and up to which of its signs it was searched. */
  let start = 0;
  let searched = 0;
  let encoding: BufferEncoding = "utf8";

  /** Searches what is there; places whose context has not come yet wait for it, unless nothing more comes. */
  const search = (isLast: boolean): boolean => {
    const folded = foldCase(text);
    const end = isLast ? text.length : text.length - wanted.length - CONTEXT;
    // Bytes are counted from the last place on, never from the beginning again.
    let counted = 0;
    let offset = start;
    for (;;) {
      const at = folded.indexOf(wanted, searched);
      if (at < 0 || at >= end) break;
      searched = at + wanted.length;
      offset += Buffer.byteLength(text.slice(counted, at), encoding);
      counted = at;
      if (offset < from) continue;
      total += 1;
      if (matches.length < limit) matches.push(matchAt(text, at, wanted.length, offset, encoding));
      if (total === MOST_COUNTED) return false;
    }
    const kept = Math.max(0, end - CONTEXT);
    // Half a sign is no text.
    const cut = /[\uDC00-\uDFFF]/.test(text[kept] ?? "") ? kept - 1 : kept;
    if (cut > 0) {
      start += Buffer.byteLength(text.slice(0, cut), encoding);
      text = text.slice(cut);
      searched = Math.max(searched - cut, Math.max(0, end) - cut);
    }
    return true;
  };

  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const piece of pieces) {
    if (decoder === undefined && encoding === "utf8") {
      // JSON is UTF-8; a file comes in one piece, and may be no text at all.
      if (isText(piece)) decoder = new TextDecoder("utf-8", { ignoreBOM: true });
      else encoding = "latin1";
    }
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    for (let at = 0; at < bytes.length; at += PART) {
      const part = bytes.subarray(at, at + PART);
      text += decoder?.decode(part, { stream: true }) ?? part.toString(encoding);
      if (text.length < PART) continue;
      if (!search(false)) return { find, total, is_complete: false, matches };
      await setImmediate();
    }
  }
  text += decoder?.decode() ?? "";
  const is_complete = search(true);
  return { find, total, is_complete, matches };
}

/** Whether bytes are UTF-8, but for a last sign whose rest is to come. */
function isText(piece: Uint8Array): boolean {
  return [0, 1, 2, 3].some((cut) => isUtf8(piece.subarray(0, Math.max(0, piece.length - cut))));
}

function matchAt(
  text: string,
  at: number,
  length: number,
  offset: number,
  encoding: BufferEncoding,
): ArgumentMatch {
  const found = text.slice(at, at + length);
  return {
    offset,
    bytes: Buffer.byteLength(found, encoding),
    before: text.slice(Math.max(0, at - CONTEXT), at).toWellFormed(),
    text: found.toWellFormed(),
    after: text.slice(at + length, at + length + CONTEXT).toWellFormed(),
  };
}

/** In lower case, sign by sign: a sign whose lower case is longer stays as it is. */
function foldCase(text: string): string {
  const folded = text.toLowerCase();
  if (folded.length === text.length) return folded;
  return text
    .replace(/[^\0-\x7f]/gu, (sign) => {
      const lower = sign.toLowerCase();
      return lower.length === sign.length ? lower : sign;
    })
    .replace(/[A-Z]/g, (sign) => sign.toLowerCase());
}

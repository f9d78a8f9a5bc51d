import type { Problem } from "../../contract/problems/problem.ts";
import { say, sayAt, type Sentence } from "../../contract/sentences/sentence.ts";
import { STREAM_LIMITS } from "../../contract/service/stream.ts";
import type { Json } from "../../contract/text.ts";
import { inexactNumber } from "../../json/inexact-number.ts";
import { validateJson } from "../../json/validate-json.ts";
import { duplicateKey } from "../body/duplicate-key.ts";

/** A message as plain JSON, or why it is none. */
export type Read = { readonly value: unknown } | { readonly problem: Problem };

const HINT = say("send_one_frame");

/** Reads what arrived in a frame, under the same bounds as the body of a request. */
export function readMessage(data: unknown): Read {
  if (typeof data !== "string") return malformed(say("binary_frame"));
  const bytes = Buffer.byteLength(data);
  if (bytes > STREAM_LIMITS.frame_bytes) {
    return {
      problem: {
        code: "body_too_large",
        detail: say("frame_too_large", { bytes, most: STREAM_LIMITS.frame_bytes }),
        hint: say("use_http"),
      },
    };
  }
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return malformed(say("cannot_be_read", { form: "JSON", why: why.slice(0, 500) }));
  }
  const mistake = validateJson(value) ?? inexactNumber(data, value as Json);
  if (mistake !== null) {
    const detail = sayAt(mistake, say("the_message"));
    return { problem: { code: "unsafe_text", detail, hint: HINT, errors: [mistake] } };
  }
  const twice = duplicateKey(data);
  return twice === null ? { value } : malformed(say("key_twice", { name: twice.slice(0, 100) }));
}

/** A text of a message that may be wrong otherwise, so that its sender knows which one it was. */
export function textIn(message: unknown, field: string): string | null {
  if (typeof message !== "object" || message === null) return null;
  const text = (message as Record<string, unknown>)[field];
  return typeof text === "string" ? text.slice(0, 100) : null;
}

function malformed(detail: Sentence): Read {
  return { problem: { code: "malformed_body", detail, hint: HINT } };
}

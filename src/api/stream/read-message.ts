import type { Problem } from "../../contract/problem.ts";
import { STREAM_LIMITS } from "../../contract/stream.ts";
import { jsonMistake } from "../../plan/json-mistake.ts";
import { duplicateKey } from "../duplicate-key.ts";

/** A message as plain JSON, or why it is none. */
export type Read = { readonly value: unknown } | { readonly problem: Problem };

const HINT = "Send one JSON object in each text frame; nothing was changed.";

/** Reads what arrived in a frame, under the same bounds as the body of a request. */
export function readMessage(data: unknown): Read {
  if (typeof data !== "string") return malformed("It is a binary frame.");
  const bytes = Buffer.byteLength(data);
  if (bytes > STREAM_LIMITS.frame_bytes) {
    return {
      problem: {
        code: "body_too_large",
        detail: `The message has ${bytes} bytes; at most ${STREAM_LIMITS.frame_bytes} are read.`,
        hint: "Send it as a request to the HTTP route, which takes more.",
      },
    };
  }
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return malformed(`It cannot be read as JSON: ${why}`);
  }
  const mistake = jsonMistake(value);
  if (mistake !== null) {
    const detail = `${mistake.pointer || "The message"} ${mistake.detail}.`;
    return { problem: { code: "unsafe_text", detail, hint: HINT, errors: [mistake] } };
  }
  const twice = duplicateKey(data);
  return twice === null
    ? { value }
    : malformed(`"${twice.slice(0, 100)}" stands twice in one object.`);
}

/** A text of a message that may be wrong otherwise, so that its sender knows which one it was. */
export function textIn(message: unknown, field: string): string | null {
  if (typeof message !== "object" || message === null) return null;
  const text = (message as Record<string, unknown>)[field];
  return typeof text === "string" ? text.slice(0, 100) : null;
}

function malformed(detail: string): Read {
  return { problem: { code: "malformed_body", detail: detail.slice(0, 500), hint: HINT } };
}

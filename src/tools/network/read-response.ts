import type { IncomingMessage } from "node:http";
import { TextDecoder } from "node:util";
import { ToolError } from "../tool-error.ts";

/** JSON nested deeper than this would overflow the stack of those who handle the result. */
export const MAX_JSON_DEPTH = 200;

/**
 * Reads a response's body, at most `maxBytes` of it, and only when it is not compressed: a few bytes
 * can unpack to gigabytes.
 * @throws ToolError `validation_error` when it is larger or compressed.
 */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const coding = response.headers["content-encoding"] ?? "identity";
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (coding.trim().toLowerCase() !== "identity") {
      throw new ToolError(
        "validation_error",
        `The server sent a compressed body (${coding}) although it was asked not to. Use an address that answers uncompressed.`,
      );
    }
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Body bytes as data: parsed when the content type says JSON, else text in the charset it names. */
export function decodeBody(body: Buffer, contentType: string | undefined): unknown {
  const [mediaType = "", ...parameters] = (contentType ?? "").toLowerCase().split(";");
  const text = decoderFor(parameters).decode(body);
  if (!/^\s*[\w.-]+\/(?:json|[\w.-]+\+json)\s*$/.test(mediaType)) return text;
  if (text.trim() === "") return null;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new ToolError(
      "api_error",
      "The server said its answer is JSON, but it cannot be parsed. Check the address with the server's owner.",
      { cause: error },
    );
  }
  if (isTooDeep(parsed)) {
    throw new ToolError(
      "validation_error",
      `The server's JSON is nested deeper than ${MAX_JSON_DEPTH} levels. Ask it for a flatter answer.`,
    );
  }
  return parsed;
}

function decoderFor(parameters: readonly string[]): TextDecoder {
  const charset = parameters
    .map((parameter) => /^\s*charset="?([\w:.-]+)"?\s*$/.exec(parameter)?.[1])
    .find((label) => label !== undefined);
  try {
    return new TextDecoder(charset ?? "utf-8");
  } catch {
    return new TextDecoder("utf-8");
  }
}

/** Whether a value is nested deeper than `MAX_JSON_DEPTH` levels. */
export function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_JSON_DEPTH) return true;
    level = level.flatMap((item) =>
      typeof item === "object" && item !== null ? Object.values(item) : [],
    );
  }
  return false;
}

function tooLarge(maxBytes: number): ToolError {
  return new ToolError(
    "validation_error",
    `The server's answer is larger than max_bytes (${maxBytes}). Raise max_bytes or ask the server for less.`,
  );
}

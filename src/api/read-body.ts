import type { MiddlewareHandler } from "hono";
import { LIMITS } from "../contract/vocabulary.ts";
import { jsonMistake } from "../plan/json-mistake.ts";
import { duplicateKey } from "./duplicate-key.ts";
import { parseYaml } from "./parse-yaml.ts";
import { Refused } from "./refused.ts";

const CHANGING = new Set(["POST", "PUT", "PATCH", "DELETE"]);
const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;
/** A file is read by its own route, as it is. */
const UPLOAD = /^\/v1\/plans\/[^/]+\/files$/;
const YAML_TYPE = /^(?:application|text)\/(?:x-)?yaml$/;

/**
 * Reads the body of a changing request, JSON or YAML, once and under bounds: size, depth, text that
 * has no UTF-8. Routes then see plain JSON. An empty body is an empty object.
 */
export const readBody: MiddlewareHandler = async (c, next) => {
  if (!CHANGING.has(c.req.method) || UPLOAD.test(c.req.path)) return next();
  const text = await readText(c.req.raw);
  const type = (c.req.header("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  const value = text === "" ? {} : parseText(text, type);
  const mistake = jsonMistake(value);
  if (mistake !== null) {
    throw new Refused({
      code: "unsafe_text",
      detail: `${mistake.pointer || "The body"} ${mistake.detail}.`,
      hint: "Send the value in another form; nothing was changed.",
      errors: [mistake],
    });
  }
  const twice = JSON_TYPE.test(type) ? duplicateKey(text) : null;
  if (twice !== null) throw malformed(`"${twice.slice(0, 100)}" stands twice in one object.`);
  const headers = new Headers(c.req.raw.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  c.req.raw = new Request(c.req.raw.url, {
    method: c.req.method,
    headers,
    body: JSON.stringify(value),
  });
  return next();
};

/** The body as text. @throws Refused when it is larger than LIMITS.body_bytes or no UTF-8. */
async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request, LIMITS.body_bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed("It is not UTF-8.");
  }
}

/** The body as it is. Stops reading, and refuses, once it has more than `most` bytes. */
export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > most) throw tooLarge(most);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > most) throw tooLarge(most);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw malformed("It broke off.");
  }
  return Buffer.concat(chunks);
}

function parseText(text: string, type: string): unknown {
  if (JSON_TYPE.test(type)) return parseWith("JSON", () => JSON.parse(text) as unknown);
  if (YAML_TYPE.test(type)) return parseWith("YAML", () => parseYaml(text));
  throw new Refused({
    code: "unsupported_media_type",
    detail: type === "" ? "The body has no content type." : `"${type}" is not read here.`,
    hint: 'Send "content-type: application/json" or "application/yaml".',
  });
}

function parseWith(form: string, parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    throw malformed(
      `It cannot be read as ${form}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function malformed(detail: string): Refused {
  const hint = "Correct the body and send it again; nothing was changed.";
  return new Refused({ code: "malformed_body", detail: detail.slice(0, 500), hint });
}

function tooLarge(most: number): Refused {
  return new Refused({
    code: "body_too_large",
    detail: `At most ${most} bytes are read.`,
    hint: "Put large data in a file and let a todo read it.",
  });
}

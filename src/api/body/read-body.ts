import type { Context, MiddlewareHandler } from "hono";
import { Refusal, refusal, wrongAt } from "../../contract/problems/problem-error.ts";
import type { SaidValue } from "../../contract/sentences/catalog.ts";
import { say, sayAt, type Sentence } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import type { Json } from "../../contract/text.ts";
import { inexactNumber } from "../../json/inexact-number.ts";
import { validateJson } from "../../json/validate-json.ts";
import { routesOf } from "../http/matched-routes.ts";
import { CHANGING } from "../http/requests/idempotency.ts";
import { BYTES } from "../http/route.ts";
import { duplicateKey } from "./duplicate-key.ts";
import { parseYaml, UnreadableYaml } from "./parse-yaml.ts";

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;
const UTF8: ReadonlySet<string> = new Set(["utf-8", "utf8", "us-ascii", "ascii"]);
const YAML_TYPE = /^(?:application|text)\/(?:x-)?yaml$/;

/** What is larger takes the API and a worker a while, in which nobody else is answered. */
const LARGE_CHARACTERS = 512 * 1024;
export const LARGE_AT_ONCE = 2;
/** More would wait for longer than a command may go unanswered. */
const LARGE_WAITING = 8;
const RETRY_SECONDS = 5;

/**
 * Reads the body of a changing request, JSON or YAML, once and under bounds: size, depth, text that
 * has no UTF-8. Routes get its value, which is plain JSON. An empty body is an empty object.
 * Of requests with large bodies a few are worked on at a time, a few wait for them, and others are refused at once.
 * @param limit lets LARGE_AT_ONCE works of one name be under way at a time.
 */
export function readBody(
  limit: (name: string, work: () => Promise<void>) => Promise<void>,
): MiddlewareHandler {
  let large = 0;
  return async function readThenGoOn(c, next) {
    if (!CHANGING.has(c.req.method)) {
      assertNoBody(c);
      return next();
    }
    if (routesOf(c).length === 0) {
      // Whatever a body says that leads nowhere: that it leads nowhere is the answer.
      await readBytes(c.req.raw, LIMITS.body_bytes);
      return next();
    }
    const contentType = c.req.header("content-type") ?? "";
    const type = contentType.split(";")[0]!.trim().toLowerCase();
    const coding = (c.req.header("content-encoding") ?? "").trim().toLowerCase();
    if (coding !== "" && coding !== "identity") {
      const detail = say("body_is_encoded", { coding: coding.slice(0, 100) });
      throw refusal("unsupported_media_type", detail, say("send_uncompressed"));
    }
    if (routesOf(c).some(({ declared }) => declared?.body === BYTES)) {
      if (type !== BYTES) throw unsupported(type, say("send_bytes", { type: BYTES }));
      // A file is read by its own route, as it is.
      return next();
    }
    assertUtf8(contentType);
    const text = await readText(c.req.raw);
    const goOn = (): Promise<void> => {
      c.set("body", valueOf(text, type));
      return next();
    };
    if (text.length <= LARGE_CHARACTERS) return goOn();
    if (large === LARGE_AT_ONCE + LARGE_WAITING) {
      throw refusal(
        "rate_limited",
        say("large_at_once"),
        say("repeat_when_quieter"),
        RETRY_SECONDS,
      );
    }
    large += 1;
    return limit("large", goOn).finally(() => (large -= 1));
  };
}

/** Refuses a body where none is read: a caller who sends a filter so would be answered as if nothing had been asked. */
function assertNoBody(c: Context): void {
  const length = Number(c.req.header("content-length") ?? 0);
  if (length === 0 && c.req.header("transfer-encoding") === undefined) return;
  if (routesOf(c).length === 0) return;
  const detail = say("body_not_taken", { method: c.req.method });
  throw wrongAt([{ pointer: "", detail }], say("values_in_query"));
}

/** Refuses what says itself that it is written in another encoding: some of it would be read as other letters. */
function assertUtf8(contentType: string): void {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType)?.[1];
  if (charset === undefined || UTF8.has(charset.toLowerCase())) return;
  const detail = say("charset_not_read", { charset: charset.slice(0, 100) });
  throw refusal("unsupported_media_type", detail, say("send_utf8"));
}

function valueOf(text: string, type: string): unknown {
  const value = text === "" ? {} : parseText(text, type);
  const isJson = JSON_TYPE.test(type);
  // YAML says so itself, with the line.
  const mistake = validateJson(value) ?? (isJson ? inexactNumber(text, value as Json) : null);
  if (mistake !== null) {
    throw new Refusal({
      code: "unsafe_text",
      detail: sayAt(mistake, say("the_body")),
      hint: say("value_in_other_form"),
      errors: [mistake],
    });
  }
  const twice = isJson ? duplicateKey(text) : null;
  if (twice !== null) throw malformed(say("key_twice", { name: twice.slice(0, 100) }));
  return value;
}

/** The body as text. @throws Refusal when it is larger than LIMITS.body_bytes or no UTF-8. */
async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request, LIMITS.body_bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw malformed(say("not_utf8"));
  }
}

/** The body as it is. Stops reading, and refuses, once it has more than `maxBytes`. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw malformed(say("broke_off"));
  }
  return Buffer.concat(chunks);
}

function parseText(text: string, type: string): unknown {
  if (JSON_TYPE.test(type)) return parseWith("JSON", () => JSON.parse(text) as unknown);
  if (YAML_TYPE.test(type)) return parseWith("YAML", () => parseYaml(text));
  throw unsupported(type, say("send_json_or_yaml"));
}

function unsupported(type: string, hint: Sentence): Refusal {
  const detail = type === "" ? say("no_content_type") : say("type_not_read", { type });
  return refusal("unsupported_media_type", detail, hint);
}

function parseWith(form: string, parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    throw malformed(say("cannot_be_read", { form, why: whyOf(error) }));
  }
}

function whyOf(error: unknown): SaidValue {
  if (error instanceof UnreadableYaml) return error.said;
  return (error instanceof Error ? error.message : String(error)).slice(0, 500);
}

function malformed(detail: Sentence): Refusal {
  const hint = say("correct_body");
  return refusal("malformed_body", detail, hint);
}

function tooLarge(maxBytes: number): Refusal {
  return refusal("body_too_large", say("at_most_read", { most: maxBytes }), say("put_in_file"));
}

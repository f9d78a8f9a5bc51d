import type { JsonSchemaObject } from "./schema-names.ts";

const text = (pattern?: string, maxLength = 255): JsonSchemaObject => ({
  type: "string",
  maxLength,
  ...(pattern !== undefined && { pattern }),
});
const parameter = (name: string, description: string, schema: JsonSchemaObject) => ({
  name,
  in: "header",
  required: false,
  description,
  schema,
});

/** Headers that requests may carry, by name, as the API's document describes them. */
export const REQUEST_HEADERS: Record<string, JsonSchemaObject> = {
  "X-Request-Id": parameter(
    "X-Request-Id",
    "The caller's own name for the request; it is in the answer, in problems and in the log.",
    text("^[A-Za-z0-9_=-]{1,255}$"),
  ),
  "Accept-Language": parameter(
    "Accept-Language",
    "The languages that the caller likes best; a problem's `title` is in Korean or English.",
    text(),
  ),
  "Idempotency-Key": parameter(
    "Idempotency-Key",
    "A repeat with the same key gets the first answer; docs/api.md says what holds across restarts.",
    text("^[!-~]{1,255}$"),
  ),
  "If-Match": parameter(
    "If-Match",
    'The plan\'s version that the change is made for, as in `"v3"`; at any other it is refused (412).',
    text('^(\\*|(W/)?"v[0-9]{1,9}(-[^"]*)?")$'),
  ),
  "If-None-Match": parameter(
    "If-None-Match",
    "The ETag of an answer that the caller has; 304 when it is still the same.",
    text('^(\\*|(W/)?"[!#-~]*")$'),
  ),
  Prefer: parameter(
    "Prefer",
    "`respond-async` answers 202 once Temporal has the command, before the plan has accepted it.",
    text(),
  ),
  "Last-Event-ID": parameter(
    "Last-Event-ID",
    "For streams: the number of the last event that the caller has.",
    text("^[0-9]{1,15}$"),
  ),
};

const header = (description: string, schema: JsonSchemaObject) => ({ description, schema });

/** Headers of answers, by name. */
export const RESPONSE_HEADERS: Record<string, JsonSchemaObject> = {
  "X-Request-Id": header("The request's name, for the log.", text()),
  ETag: header("Names this answer for If-None-Match, and a plan's version for If-Match.", text()),
  Location: header("Where what was made is.", text()),
  "Retry-After": header("Seconds after which a repeat may work.", { type: "integer" }),
  "Content-Language": header(
    "The language of the problem's `title`: the one of `en` and `ko` that Accept-Language asks for.",
    text("^(en|ko)$"),
  ),
  "Idempotent-Replayed": header("`true` when this is the answer to an earlier request.", text()),
};

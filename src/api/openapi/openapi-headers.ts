import { REQUEST_HEADERS } from "../http/requests/request-headers.ts";
import type { JsonSchemaObject, SchemaWriter } from "./schema-writer.ts";

/** Headers that requests may carry, by name, as they are checked. */
export function headerParameters(writer: SchemaWriter): Record<string, JsonSchemaObject> {
  return Object.fromEntries(
    Object.entries(REQUEST_HEADERS).map(([name, { description, schema }]) => [
      name,
      { name, in: "header", required: false, description, schema: writer.input(schema) },
    ]),
  );
}

const text = (pattern?: string): JsonSchemaObject => ({
  type: "string",
  maxLength: 255,
  ...(pattern !== undefined && { pattern }),
});
const header = (description: string, schema: JsonSchemaObject) => ({ description, schema });

/** Headers of answers, by name. */
export const RESPONSE_HEADERS: Record<string, JsonSchemaObject> = {
  "X-Request-Id": header("The request's id in the log.", text()),
  "Holdpoint-Instance": header(
    "Whose plans are served. A request that carries this header is refused (421) by any other instance.",
    text(),
  ),
  ETag: header(
    "Identifies this answer for If-None-Match, and a plan's version for If-Match.",
    text(),
  ),
  Location: header("The address of what was created.", text()),
  "Retry-After": header("The number of seconds after which a repeat may work.", {
    type: "integer",
  }),
  "Content-Language": header(
    "The language of the problem's `title`: `en` or `ko`, whichever Accept-Language prefers.",
    text("^(en|ko)$"),
  ),
  "Idempotent-Replayed": header("`true` when this is the answer to an earlier request.", text()),
};

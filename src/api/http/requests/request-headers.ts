import type { Context, MiddlewareHandler } from "hono";
import { z } from "zod";
import { wrongAt } from "../../../contract/problems/problem-error.ts";
import { named, say } from "../../../contract/sentences/sentence.ts";
import { routesOf } from "../matched-routes.ts";
import { parsed } from "../problem.ts";
import { headersOf, isChanging, type RequestHeader } from "../route.ts";

interface HeaderDeclaration {
  readonly description: string;
  /** What is taken; the API's document says the same. */
  readonly schema: z.ZodType<unknown, string>;
}

/** Of a header that is never refused: what it does not know, it passes over. */
const anyText = z.string();

/** Headers that requests may carry: how they are checked, read and described. */
export const REQUEST_HEADERS = {
  "X-Request-Id": {
    description:
      "The caller's own id for the request: up to 255 letters, digits, `_`, `-` and `=`. It appears in the answer, in problems and in the log; any other gets a new id in its place.",
    schema: anyText,
  },
  "Accept-Language": {
    description: "The caller's preferred languages. Problems are in Korean or English.",
    schema: anyText,
  },
  "Idempotency-Key": {
    description:
      "A repeat with the same key gets the first answer. docs/api.md says what is kept across restarts.",
    // It may stand in quotes, as the draft has it.
    schema: z
      .string()
      .regex(/^([!#-~]{1,255}|"[!#-~]{1,255}")$/, named("idempotency_key_form"))
      .transform((written) => written.replaceAll('"', "")),
  },
  "If-Match": {
    description:
      'The version of the plan, or of the agent, that the change is made for, such as `"v3"`, or the ETag of the plan as it was read; `*` is any. For any other version, the change is refused (412).',
    schema: z
      .string()
      .regex(/^(\*|(W\/)?"v[1-9][0-9]{0,8}(-[A-Za-z0-9_-]*)?")$/, named("if_match_form"))
      .transform((written) => (written === "*" ? null : Number(/[0-9]+/.exec(written)))),
  },
  "If-None-Match": {
    description:
      "The ETag of an answer that the caller already has. The answer is 304 if nothing has changed.",
    schema: anyText,
  },
  Range: {
    description:
      "One range of the bytes, such as `bytes=0-1023` or `bytes=-500`. The answer is 206. What is no such range is passed over.",
    schema: anyText,
  },
  Prefer: {
    description:
      "`respond-async` answers 202 once Temporal has the command, before the plan has accepted it.",
    schema: anyText,
  },
  "Last-Event-ID": {
    description: "For streams: the sequence number of the last event received.",
    schema: z
      .string()
      .regex(/^[0-9]{1,15}$/, named("sequence_number"))
      .transform(Number),
  },
} as const satisfies Record<RequestHeader, HeaderDeclaration>;

/**
 * What a header of the request says, or undefined when it has none.
 * @throws Refusal for what the header's schema does not take.
 */
export function headerOf<Name extends RequestHeader>(c: Context, name: Name) {
  const schema = REQUEST_HEADERS[name].schema.optional();
  const read = parsed(schema, c.req.header(name), `/header/${name.toLowerCase()}`);
  return read as z.output<(typeof REQUEST_HEADERS)[Name]["schema"]> | undefined;
}

/** Refuses headers that the routes of a request understand and cannot read, whether used or not. */
export const readableHeadersOnly: MiddlewareHandler = async (c, next) => {
  for (const { declared } of routesOf(c)) {
    for (const name of declared === undefined ? [] : headersOf(declared)) headerOf(c, name);
  }
  assertConditionCounts(c);
  return next();
};

/**
 * Refuses a change that is meant for one version where none is looked at: it would be made at any other, too, and its
 * sender would believe that it was not.
 */
function assertConditionCounts(c: Context): void {
  const condition = c.req.header("if-match");
  // Of the routes that fit, the first one is meant.
  const meant = routesOf(c)[0]?.declared;
  if (condition === undefined || condition.trim() === "*" || meant === undefined) return;
  if (!isChanging(meant) || meant.headers?.includes("If-Match") === true) return;
  const detail = say("takes_no_if_match");
  throw wrongAt([{ pointer: "/header/if-match", detail }], say("leave_out_if_match"));
}

import type { Context } from "hono";
import { z } from "zod";
import { PlanVersionSchema } from "../contract/edit.ts";
import {
  PROBLEMS,
  type Problem,
  type ProblemCode,
  type ProblemDetail,
} from "../contract/problem.ts";
import { toPointer } from "../plan/json-pointer.ts";
import { languageHeaders, languageOf } from "./language.ts";

/** A refusal on the wire (RFC 9457): the problem with its title, status and request. */
export const ProblemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]]),
  detail: z.string(),
  instance: z.string(),
  request_id: z.string(),
  retryable: z.boolean(),
  hint: z.string().optional(),
  errors: z
    .array(z.object({ pointer: z.string(), detail: z.string(), code: z.string().optional() }))
    .readonly()
    .optional(),
  legal: z.array(z.string()).readonly().optional(),
  decided: z
    .object({
      decision: z.string(),
      by: z.string(),
      at: z.string(),
      comment: z.string().optional(),
      reason: z.string().optional(),
    })
    .optional(),
  successor: z.string().optional(),
  current_version: z.int().optional(),
  changes_since: z.array(PlanVersionSchema).readonly().optional(),
});

/** A refusal as it goes on the wire, for a request or a part of one, titled in its language. */
export function problemBody(c: Context, problem: Problem) {
  const { status, title, retryable } = PROBLEMS[problem.code];
  return {
    type: `/problems/${problem.code}`,
    title: title[languageOf(c)],
    status,
    ...problem,
    instance: c.req.path,
    request_id: c.get("requestId") as string,
    retryable,
  };
}

/** The answer to a refused request. */
export function problemResponse(c: Context, problem: Problem, retryAfter?: number): Response {
  const body = problemBody(c, problem);
  return c.body(JSON.stringify(body), body.status, {
    "content-type": "application/problem+json",
    ...languageHeaders(c),
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    ...(body.status === 401 && { "www-authenticate": "Bearer" }),
  });
}

/** What zod found wrong, as a problem with a pointer for each place. */
export function validationProblem(error: z.ZodError, base = ""): Problem {
  const errors: ProblemDetail[] = error.issues.slice(0, 50).flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === "symbol" ? String(part) : part));
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => ({
        pointer: base + toPointer([...path, key]),
        detail: `"${key}" is not a field here.`,
      }));
    }
    return [{ pointer: base + toPointer(path), detail: `${issue.message}.` }];
  });
  const [first] = errors;
  return {
    code: "validation_failed",
    detail:
      errors.length === 1 && first !== undefined
        ? `${first.pointer === "" ? "The body" : first.pointer}: ${first.detail}`
        : `${errors.length} places need a change.`,
    hint: "Change the named places and send the request again; nothing was changed.",
    errors,
  };
}

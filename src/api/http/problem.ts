import type { Context } from "hono";
import type { z } from "zod";
import { Refusal, wrongAt } from "../../contract/problems/problem-error.ts";
import type { Problem, ProblemDetail } from "../../contract/problems/problem.ts";
import { adviceAlone } from "../../contract/sentences/counts-once.ts";
import { say } from "../../contract/sentences/sentence.ts";
import { tellProblem } from "../../contract/sentences/tell-problem.ts";
import { PROBLEMS } from "../../contract/tables/problems.ts";
import { codeOf, placesOf, tellingIssues } from "../../plan/model/read-as.ts";
import { languageHeaders, languageOf } from "./language.ts";

/**
 * A refusal as it goes on the wire, for a request or a part of one, titled in its language. One that a
 * repeat may not meet is noted for `mayPass`.
 */
export function problemBody(
  c: Context,
  problem: Problem,
  isRead = c.req.method === "GET" || c.req.method === "HEAD",
) {
  const { status, title, retryable } = PROBLEMS[problem.code];
  const language = languageOf(c);
  if (retryable) c.set("may_pass", true);
  const said =
    isRead && problem.hint !== undefined
      ? { ...problem, hint: adviceAlone(problem.hint) }
      : problem;
  return {
    type: `/problems/${problem.code}`,
    title: title[language],
    status,
    ...tellProblem(said, language),
    instance: c.req.path,
    request_id: c.get("requestId") as string,
    retryable,
  };
}

/** Whether a repeat of the request may fare better: it, or a part of it, was refused for a passing reason. */
export function mayPass(c: Context): boolean {
  return c.get("may_pass") === true;
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

/**
 * What a schema makes of a value.
 * @param base where the value stands in the request.
 * @throws Refusal with the place of each mistake.
 */
export function parsed<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  base = "",
): z.output<Schema> {
  const read = schema.safeParse(value, { error: codeOf });
  if (read.success) return read.data;
  throw new Refusal(validationProblem(read.error, base));
}

/** What zod found wrong, as a problem with a pointer for each place. */
export function validationProblem(error: z.ZodError, base = ""): Problem {
  const errors = tellingIssues(error.issues)
    .flatMap(placesOf)
    .map(({ pointer, detail }) => ({ pointer: base + pointer, detail }));
  return wrongAt(errors, say("correct_request")).problem;
}

/** What is wrong with something that was read under one name and is saved under another; its name may be left out. */
export function misnamedAt(
  pointer: "/id" | "/name",
  written: string | undefined,
  address: string,
): ProblemDetail[] {
  if (written === undefined || written === address) return [];
  return [{ pointer, detail: say("name_of_address", { name: address }) }];
}

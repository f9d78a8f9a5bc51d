import type { Hook } from "@hono/zod-openapi";
import type { Env } from "hono";
import type { z } from "zod";
import { ProblemSchema, validationProblem } from "./problem.ts";
import { Refused } from "./refused.ts";

/** A route's answer in JSON. */
export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { "application/json": { schema } },
});

/** The answer of every route to what it refuses. */
export const problems = {
  default: {
    description: "A problem (RFC 9457) with a stable code and the next step",
    content: { "application/problem+json": { schema: ProblemSchema } },
  },
};

/** Turns what a route's schemas refuse into a problem with pointers. */
// oxlint-disable-next-line typescript/no-explicit-any -- the library's own type for a hook of every route
export const onInvalid: Hook<any, Env, string, any> = (result) => {
  if (result.success) return;
  const base = result.target === "json" ? "" : `/${result.target}`;
  throw new Refused(validationProblem(result.error as z.ZodError, base));
};

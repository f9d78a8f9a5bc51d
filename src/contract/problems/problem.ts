import { z } from "zod";
import { PlanVersionSchema } from "../plan/edit.ts";
import type { Sentence } from "../sentences/sentence.ts";
import { PROBLEMS, type ProblemCode } from "../tables/problems.ts";
import { SaidSchema } from "../text.ts";

const ProblemCodeSchema = z
  .enum(Object.keys(PROBLEMS) as [ProblemCode, ...ProblemCode[]])
  .meta({ id: "ProblemCode" });

/** What is wrong, in the caller's language. */
const told = {
  detail: z.string(),
  /** Which sentence `detail` is, with its values, for clients that put it into words themselves. */
  detail_said: SaidSchema.optional(),
};

/** A problem in the caller's language. */
export const ToldProblemSchema = z.object({
  code: ProblemCodeSchema,
  ...told,
  /** The next step for the caller. */
  hint: z.string().optional(),
  hint_said: SaidSchema.optional(),
  errors: z
    .array(z.object({ pointer: z.string(), ...told, code: z.string().optional() }))
    .readonly()
    .optional(),
  /** The commands that the plan or hold accepts now. */
  legal: z.array(z.string()).readonly().optional(),
  /** The decision that stands, for a hold that is no longer open. */
  decided: z
    .object({
      decision: z.string(),
      by: z.string(),
      at: z.string(),
      comment: z.string().optional(),
      reason: z.string().optional(),
    })
    .optional(),
  /** The hold that asks instead, for a stale one. */
  successor: z.string().optional(),
  current_version: z.int().optional(),
  /** What happened since the version that an edit was made on. */
  changes_since: z.array(PlanVersionSchema).readonly().optional(),
});
export type ToldProblem = z.infer<typeof ToldProblemSchema>;

/** A refusal on the wire (RFC 9457): the problem with its title, status and request. */
export const ProblemSchema = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    ...ToldProblemSchema.shape,
    instance: z.string(),
    request_id: z.string(),
    retryable: z.boolean(),
  })
  .meta({ id: "Problem" });
export type WireProblem = z.infer<typeof ProblemSchema>;

/** Every kind of refusal that there is. */
export const ProblemListSchema = z.object({
  problems: z.array(
    ProblemSchema.pick({ code: true, type: true, status: true, title: true, retryable: true }),
  ),
});
export type ProblemList = z.infer<typeof ProblemListSchema>;

/** One wrong place in a request: `pointer` is an RFC 6901 JSON Pointer into the body. */
export interface ProblemDetail {
  readonly pointer: string;
  readonly detail: Sentence;
  readonly code?: ProblemCode;
}

type Told = "detail" | "detail_said" | "hint" | "hint_said" | "errors";

/** Why something was refused and what to do about it, before it is told in a language. */
export interface Problem extends Omit<ToldProblem, Told> {
  readonly detail: Sentence;
  readonly hint?: Sentence;
  readonly errors?: readonly ProblemDetail[];
}

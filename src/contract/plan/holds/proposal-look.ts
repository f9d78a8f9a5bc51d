import { z } from "zod";
import { ToldProblemSchema } from "../../problems/problem.ts";
import { PlanIdSchema } from "../../text.ts";
import { ImpactSchema, PlanChangesSchema } from "../edit.ts";
import { ProposedLineSchema } from "./proposal.ts";

const WhyNotSchema = ToldProblemSchema.pick({ code: true, detail: true, detail_said: true });

/** What lines of a proposal would do to the plan as it is now; nothing is changed. */
export const ProposalLookSchema = z
  .object({
    hold_id: z.string(),
    plan_id: PlanIdSchema,
    /** The plan's version now. */
    version: z.int(),
    /** Every line; why one no longer fits the plan, else null. */
    lines: z.array(ProposedLineSchema.extend({ problem: WhyNotSchema.nullable() })),
    /** The lines that the rest is about: those asked for, else all that fit. */
    chosen: z.array(z.int()),
    /** What they change together; null where the plan refuses them together. */
    diff: PlanChangesSchema.nullable(),
    impact: ImpactSchema.nullable(),
    problem: WhyNotSchema.nullable(),
  })
  .meta({ id: "ProposalLook" });
export type ProposalLook = z.infer<typeof ProposalLookSchema>;

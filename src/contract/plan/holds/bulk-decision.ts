import { z } from "zod";
import { ProblemSchema } from "../../problems/problem.ts";
import { named } from "../../sentences/sentence.ts";
import { LIMITS } from "../../tables/limits.ts";
import { ReceiptSchema } from "../plan.ts";
import { DecisionInputSchema, HoldIdSchema } from "./hold.ts";

const TWICE = named("hold_named_twice");

/** The body of a bulk decision: each on a hold of its own, answered one by one. */
export const BulkDecisionInputSchema = z.strictObject({
  decisions: z
    .array(DecisionInputSchema.extend({ hold_id: HoldIdSchema }))
    .min(1)
    .max(LIMITS.bulk_decisions)
    .superRefine((decisions, check) => {
      const seen = new Set<string>();
      for (const [place, { hold_id }] of decisions.entries()) {
        // All are sent at once: which of two came first would be chance.
        if (seen.has(hold_id))
          check.addIssue({ code: "custom", path: [place, "hold_id"], message: TWICE });
        seen.add(hold_id);
      }
    }),
});

/** What became of each decision: it has a receipt or a problem. */
export const DecidedSchema = z.object({
  results: z.array(
    z.object({
      hold_id: z.string(),
      receipt: ReceiptSchema.optional(),
      problem: ProblemSchema.optional(),
    }),
  ),
});

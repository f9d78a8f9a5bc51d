import { z } from "zod";
import { ProblemSchema } from "../../problem.ts";
import { LIMITS } from "../../tables/limits.ts";
import { ReceiptSchema } from "../plan.ts";
import { DecisionInputSchema, HoldIdSchema } from "./hold.ts";

/** The body of a bulk decision: each on a hold of its own, answered one by one. */
export const BulkDecisionInputSchema = z.strictObject({
  decisions: z
    .array(DecisionInputSchema.extend({ hold_id: HoldIdSchema }))
    .min(1)
    .max(LIMITS.bulk_decisions),
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

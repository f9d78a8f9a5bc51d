import { z } from "zod";
import { named } from "../../sentences/sentence.ts";
import { LIMITS } from "../../tables/limits.ts";
import { REPLAN_CAUSES } from "../../tables/vocabulary.ts";
import {
  CommandIdSchema,
  JsonObjectSchema,
  longText,
  SaidSchema,
  TodoIdSchema,
} from "../../text.ts";

/** Why a model was asked to plan anew. */
export const ReplanCauseSchema = z
  .object({
    kind: z.enum(REPLAN_CAUSES),
    /** The todo that failed, was rejected, or whose result is looked at; null for a request. */
    todo_id: TodoIdSchema.nullable(),
    /** What a person said: of a request, or as the reason of a rejection. */
    feedback: z.string().nullable(),
    /** Who wanted it. */
    by: z.string(),
    /** Sequence number of the event that asked for it. */
    request: z.int(),
  })
  .meta({ id: "ReplanCause" });
export type ReplanCause = z.infer<typeof ReplanCauseSchema>;

/**
 * An operation as it stands in a proposal: one that edits take. Its own schema is `EditOp`; holds stand in
 * the answers of many routes and tools, and all of it in each would be a burden to who reads them.
 */
const ProposedOperationSchema = z
  .object({
    edit_type: z.string(),
    target_id: TodoIdSchema.optional(),
    params: JsonObjectSchema.optional(),
    description: z.string().optional(),
  })
  .meta({ id: "ProposedOperation" });

/** One proposed operation. */
export const ProposedLineSchema = z
  .object({
    /** Counts from 1: a decision names lines by it. */
    line: z.int().min(1),
    operation: ProposedOperationSchema,
    /** What it does, in words. */
    meaning: z.string(),
    meaning_said: SaidSchema.optional(),
    /** Why, in the model's words. */
    reason: z.string(),
  })
  .meta({ id: "ProposedLine" });
export type ProposedLine = z.infer<typeof ProposedLineSchema>;

/** What a model proposed for a plan: a hold keeps it until a person decides. */
export const HeldProposalSchema = z
  .object({
    cause: ReplanCauseSchema,
    /** What the model says of the whole. */
    summary: z.string(),
    /** The plan's version when the model was asked. */
    base_version: z.int(),
    model: z.string(),
    lines: z.array(ProposedLineSchema),
  })
  .meta({ id: "HeldProposal" });
export type HeldProposal = z.infer<typeof HeldProposalSchema>;

/** Which lines of a proposal are meant, by their numbers. */
export const LinesSchema = z
  .array(z.int().min(1).max(LIMITS.proposed_lines))
  .min(1)
  .max(LIMITS.proposed_lines);

/** The body of a request to plan anew: what a person says about the plan. */
export const ReplanInputSchema = z
  .strictObject({
    feedback: longText(LIMITS.instruction).refine((text) => text.trim() !== "", {
      error: named("must_not_be_empty"),
    }),
    command_id: CommandIdSchema.optional(),
  })
  .meta({ id: "ReplanInput" });
export type ReplanInput = z.input<typeof ReplanInputSchema>;

/** What a model may answer: read from text that nobody checked. An operation stands beside its reason. */
export const EditsDraftSchema = z.object({
  summary: z.string().max(LIMITS.comment).default(""),
  edits: z.array(JsonObjectSchema).max(LIMITS.proposed_lines),
});

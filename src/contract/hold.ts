import { z } from "zod";
import { JsonObjectSchema, JsonSchema, lineText, longText, TimestampSchema } from "./text.ts";
import { InputRequestSchema } from "./todo.ts";
import {
  DECISIONS,
  HOLD_KINDS,
  HOLD_STATUSES,
  LIMITS,
  REJECT_ACTIONS,
  TIMEOUT_ACTIONS,
} from "./vocabulary.ts";

/** A hold's id as it is used outside of its plan. */
export const HoldIdSchema = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*\.h[0-9]+$/, 'must be a hold id such as "<plan_id>.h1"');

/** A decision as it stands on a hold. */
export const DecisionSchema = z.object({
  decision: z.enum(DECISIONS),
  by: z.string(),
  at: TimestampSchema,
  comment: z.string().optional(),
  reason: z.string().optional(),
  /** What was answered, for an input hold. */
  value: JsonSchema.optional(),
  /** What a rejection did to the todo. */
  then: z.enum(REJECT_ACTIONS).optional(),
});
export type Decision = z.infer<typeof DecisionSchema>;

/**
 * An open or past request that stops progress until a person decides. It never changes what it asks
 * about: when the bytes change, it turns `stale` and another hold asks.
 */
export const HoldSchema = z.object({
  /** `<plan_id>.h<n>`; within its plan `h<n>` is enough. */
  id: z.string(),
  plan_id: z.string(),
  kind: z.enum(HOLD_KINDS),
  /** Null for a plan review. */
  todo_id: z.string().nullable(),
  status: z.enum(HOLD_STATUSES),
  title: z.string(),
  message: z.string().nullable(),
  tool_name: z.string().nullable(),
  /** The resolved arguments: exactly what runs when the answer is "approve". */
  args: JsonObjectSchema.nullable(),
  /** What an input hold asks for. */
  input_request: InputRequestSchema.nullable(),
  /** `sha256:<hex>` over the RFC 8785 form of what is decided. */
  digest: z.string(),
  plan_version: z.int(),
  opened_at: TimestampSchema,
  /** Null when nothing happens by itself, and while the plan is paused. */
  deadline_at: TimestampSchema.nullable(),
  /** What is left of the deadline while the plan is paused, in milliseconds. */
  remaining_ms: z.int().nullable(),
  /** Whom it was delegated to; null while it waits for anyone who may decide. */
  assignee: z.string().nullable(),
  on_timeout: z.enum(TIMEOUT_ACTIONS),
  on_reject: z.enum(REJECT_ACTIONS),
  decision: DecisionSchema.nullable(),
  /** Why the hold is stale or withdrawn. */
  closed_reason: z.string().nullable(),
});
export type Hold = z.infer<typeof HoldSchema>;

export const HoldListSchema = z.object({ holds: z.array(HoldSchema) });

/** The body of a decision. Who decides comes from the caller's identity, never from the body. */
export const DecisionInputSchema = z.strictObject({
  decision: z.enum(DECISIONS),
  comment: longText(LIMITS.comment).optional(),
  reason: longText(LIMITS.reason).optional(),
  /** What a rejection does to the todo; the hold's `on_reject` when absent. */
  then: z.enum(REJECT_ACTIONS).optional(),
  /** The whole arguments to run instead, for `edit`. */
  args: JsonObjectSchema.optional(),
  /** The answer, for `answer`. */
  value: JsonSchema.optional(),
  /** The digest that the person saw: the decision is refused when the hold asks about other bytes. */
  digest: z.string().max(100).optional(),
  /** Repeats with the same id get the first answer and change nothing. */
  command_id: z.string().min(1).max(100).optional(),
});
const about = {
  reason: longText(LIMITS.reason).optional(),
  command_id: z.string().min(1).max(100).optional(),
};
/** The body of a bulk decision: each on a hold of its own, answered one by one. */
export const BulkDecisionInputSchema = z.strictObject({
  decisions: z
    .array(DecisionInputSchema.extend({ hold_id: HoldIdSchema }))
    .min(1)
    .max(LIMITS.bulk_decisions),
});
/** The body of `extend`: the deadline moves by so many seconds. */
export const ExtendInputSchema = z.strictObject({
  seconds: z.int().min(1).max(LIMITS.max_timeout_seconds),
  ...about,
});
/** The body of `delegate`: who is to decide; anyone else who may decide still can. */
export const DelegateInputSchema = z.strictObject({ to: lineText(LIMITS.tag), ...about });
/** The body of `withdraw`: nobody is asked any more, and the todo is skipped. */
export const WithdrawInputSchema = z.strictObject(about);
export type DecisionInput = z.infer<typeof DecisionInputSchema>;

import { z } from "zod";
import { named } from "../../sentences/sentence.ts";
import { LIMITS } from "../../tables/limits.ts";
import {
  CHANNELS,
  DECISIONS,
  type DecisionWord,
  HOLD_KINDS,
  HOLD_STATUSES,
  REJECT_ACTIONS,
  TIMEOUT_ACTIONS,
} from "../../tables/vocabulary.ts";
import {
  CommandIdSchema,
  type JsonObject,
  JsonObjectSchema,
  JsonSchema,
  lineText,
  longText,
  ReferencesSchema,
  TimestampSchema,
  SaidSchema,
} from "../../text.ts";
import { AgentAskingSchema } from "../agents/agent.ts";
import { DecisionLabelsSchema, InputRequestSchema } from "../todo.ts";
import { HeldProposalSchema, LinesSchema } from "./proposal.ts";

/** A hold's id as it is used outside of its plan. */
export const HoldIdSchema = z
  .string()
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]*\.h[0-9]+$/, named("hold_id"));

/** What the approval of a plan may change of what the plan asks: only that it asks more. */
const ReviewApprovalSchema = z.literal("every_todo");

/**
 * What is remembered with an approval: until when it counts for later todos of the same plan, too, that call
 * the same tool with the same arguments, and which of these may differ.
 */
export const RememberSchema = z
  .strictObject({
    until: TimestampSchema,
    /** JSON pointers into `args` to what may be anything, such as `/text`; all else has to be equal. */
    except: z.array(z.string().max(LIMITS.reason)).max(LIMITS.remembered_differences).optional(),
  })
  .meta({ id: "Remember" });

/** An approval that is remembered, as it stands on its hold. */
export const RememberedSchema = z.object({
  by: z.string(),
  at: TimestampSchema,
  until: TimestampSchema,
  except: z.array(z.string()),
  /** Of everything that has to be equal. */
  digest: z.string(),
  /** Who ended it before its time, and when. */
  revoked: z.object({ by: z.string(), at: TimestampSchema }).optional(),
});
export type Remembered = z.infer<typeof RememberedSchema>;

/** A decision as it stands on a hold. */
export const DecisionSchema = z.object({
  decision: z.enum(DECISIONS),
  by: z.string(),
  /** By which of the groups that the hold names they decided. */
  groups: z.array(z.string()).optional(),
  at: TimestampSchema,
  /** By which way it came, as its sender says. */
  via: z.enum(CHANNELS).optional(),
  comment: z.string().optional(),
  reason: z.string().optional(),
  /** What was answered, for an input hold. */
  value: JsonSchema.optional(),
  /** What a rejection did to the todo. */
  then: z.enum(REJECT_ACTIONS).optional(),
  /** What runs after an edit: the hold's arguments with the fields that the person changed. */
  args: JsonObjectSchema.optional(),
  /** What of these arguments stands by reference, as in the hold. */
  references: ReferencesSchema.optional(),
  /** Which lines of a proposal were accepted. */
  lines: z.array(z.int()).optional(),
  /** That the plan, with its approval, asks before each todo. */
  approval: ReviewApprovalSchema.optional(),
  /** That the approval counts for later todos, too. */
  remember: RememberSchema.optional(),
});
export type Decision = z.infer<typeof DecisionSchema>;

/** Seconds in which who decides can take it back: nothing follows from the decision before. */
export const GraceSchema = z.int().min(0).max(LIMITS.grace_seconds);

/** A decision that is made and takes effect later; until then who made it can take it back. */
export const DecidingSchema = z.object({
  decision: z.enum(DECISIONS),
  by: z.string(),
  at: TimestampSchema,
  takes_effect_at: TimestampSchema,
  /** Of an edit, where the hold stands whole and not in the inbox: what will run, as in a decision. */
  args: JsonObjectSchema.optional(),
});
export type Deciding = z.infer<typeof DecidingSchema>;

/** Whose approval a hold needs, where that of one who may decide is not enough. */
export const HoldNeedsSchema = z
  .object({
    /** How many different people have to approve it; one rejection is enough. */
    approvals: z.int(),
    /** Who has approved it, the first one first. */
    given: z.array(z.string()),
    /** Who may decide it, by name or by group, as `@release`; null for whoever may decide anything. */
    approvers: z.array(z.string()).nullable(),
    /** Who may not approve it, since they created the plan or changed the todo; null for nobody. */
    not_by: z.array(z.string()).nullable(),
  })
  .meta({ id: "HoldNeeds" });
export type HoldNeeds = z.infer<typeof HoldNeedsSchema>;

/**
 * An open or past request that stops progress until a person decides. It never changes what it asks
 * about: when the bytes change, it turns `stale` and another hold asks.
 */
export const HoldSchema = z
  .object({
    /** `<plan_id>.h<n>`; within its plan `h<n>` is enough. */
    id: z.string(),
    plan_id: z.string(),
    kind: z.enum(HOLD_KINDS),
    /** Null for a plan review. */
    todo_id: z.string().nullable(),
    status: z.enum(HOLD_STATUSES),
    title: z.string(),
    message: z.string().nullable(),
    message_said: SaidSchema.optional(),
    tool_name: z.string().nullable(),
    /** Set where the tool says that nobody can undo what it does. */
    irreversible: z.literal(true).optional(),
    /** Set where the tool has to ask, whatever the plan or the agent says. */
    required_by: z.literal("tool").optional(),
    /** The resolved arguments: exactly what runs when the answer is "approve". */
    args: JsonObjectSchema.nullable(),
    /** What the tool gets besides, resolved, too. */
    input_data: JsonObjectSchema.nullable(),
    /**
     * JSON pointers to what stands by reference in `args` and `input_data`, such as `/args/text`: a
     * large result, `{"$artifact": "sha256:…", "path": …}`, or a file. All else is data.
     */
    references: ReferencesSchema,
    /** The file in the plan's workspace to which the result is written. */
    output_path: z.string().nullable(),
    /** What an input hold asks for. */
    input_request: InputRequestSchema.nullable(),
    /** What a model proposes, for a proposal. */
    proposal: HeldProposalSchema.nullable(),
    /** What whoever wrote the todo calls approving and rejecting here. */
    labels: DecisionLabelsSchema.optional(),
    /** `sha256:<hex>` over the RFC 8785 form of what is decided: all of this. */
    digest: z.string(),
    plan_version: z.int(),
    opened_at: TimestampSchema,
    /** Null when nothing happens by itself, and while the plan is paused. */
    deadline_at: TimestampSchema.nullable(),
    /** What is left of the deadline while the plan is paused, in milliseconds. */
    remaining_ms: z.int().nullable(),
    /** The agent that asks in the middle of its work; null where its todo or the plan asks. */
    asked_by: AgentAskingSchema.nullable(),
    /** Who is asked: the todo's own, whom it was delegated to, or who came next; null while it waits for anyone who may decide. */
    assignee: z.string().nullable(),
    /** Who is asked next when nobody decides in time, in this order; absent when nobody is. */
    escalates_to: z.array(z.string()).optional(),
    /** Since when the one is asked who came next; absent where nobody did. */
    escalated_at: TimestampSchema.optional(),
    /** Absent where one person who may decide is enough. */
    needs: HoldNeedsSchema.optional(),
    on_timeout: z.enum(TIMEOUT_ACTIONS),
    on_reject: z.enum(REJECT_ACTIONS),
    /** The decision of an open hold that takes effect when its grace time is over. */
    deciding: DecidingSchema.nullable(),
    /** The decision that ended it. */
    decision: DecisionSchema.nullable(),
    /** Every decision, oldest first: of an open hold that needs several approvals, those that it has. */
    decisions: z.array(DecisionSchema),
    /** Set when its approval counts, or counted, for later todos, too. */
    remembered: RememberedSchema.optional(),
    /** Why the hold is stale or withdrawn. */
    closed_reason: z.string().nullable(),
    closed_reason_said: SaidSchema.optional(),
  })
  .meta({ id: "Hold" });
export type Hold = z.infer<typeof HoldSchema>;

/** What stands by reference in a hold's arguments, as its bytes show it: nobody else is believed. */
export const KeptValueSchema = z
  .object({
    /** Where it stands in `{args, input_data}`. */
    pointer: z.string(),
    /** Of its RFC 8785 form, or of the file; null when it cannot be found. */
    bytes: z.int().nullable(),
    /** `sha256:<hex>` of exactly these bytes. */
    digest: z.string().nullable(),
    media_type: z.string().nullable(),
    /** How it begins and ends; null for what is no text. */
    head: z.string().nullable(),
    tail: z.string().nullable(),
  })
  .meta({ id: "KeptValue" });
export type KeptValue = z.infer<typeof KeptValueSchema>;

/** A place where a text stands in a hold's arguments. */
export const ArgumentMatchSchema = z
  .object({
    /** Its first byte, and how many there are: a range of `GET …/arguments`. */
    offset: z.int(),
    bytes: z.int(),
    before: z.string(),
    /** As it stands there. */
    text: z.string(),
    after: z.string(),
  })
  .meta({ id: "ArgumentMatch" });
export type ArgumentMatch = z.infer<typeof ArgumentMatchSchema>;

export const ArgumentMatchesSchema = z
  .object({
    pointer: z.string(),
    find: z.string(),
    /** How many places there are, of those that were counted. */
    total: z.int(),
    /** False when there are so many that the others were not counted. */
    is_complete: z.boolean(),
    matches: z.array(ArgumentMatchSchema),
  })
  .meta({ id: "ArgumentMatches" });
export type ArgumentMatches = z.infer<typeof ArgumentMatchesSchema>;

/** A secret that was shown to somebody. */
export const RevealedSchema = z
  .object({ hold_id: z.string(), pointer: z.string(), value: JsonSchema })
  .meta({ id: "Revealed" });
export type Revealed = z.infer<typeof RevealedSchema>;

/** One hold, with what stands in it by reference: the first 20 of these. */
export const HoldDetailSchema = HoldSchema.extend({
  kept_values: z.array(KeptValueSchema),
  /** JSON pointers to the secrets in `{args, input_data}`: sealed, and shown one by one to who may decide. */
  secrets: z.array(z.string()),
}).meta({ id: "HoldDetail" });
export type HoldDetail = z.infer<typeof HoldDetailSchema>;

export const HoldListSchema = z.object({ holds: z.array(HoldSchema) });

/** The body of a decision. Who decides comes from the caller's identity, never from the body. */
export const DecisionInputSchema = z
  .strictObject({
    decision: z.enum(DECISIONS),
    comment: longText(LIMITS.comment).optional(),
    reason: longText(LIMITS.reason).optional(),
    /** What a rejection does to the todo; the hold's `on_reject` when absent. */
    then: z.enum(REJECT_ACTIONS).optional(),
    /**
     * For `edit`: the arguments that change, as a JSON merge patch (RFC 7396). The others stay, null
     * removes one, and objects merge in the same way.
     */
    args: JsonObjectSchema.optional(),
    /** For `approve` on a proposal: the lines that are accepted; all of them when absent. */
    lines: LinesSchema.optional(),
    /** For `approve` on a plan review: the plan starts, and asks before each todo. */
    approval: ReviewApprovalSchema.optional(),
    /** For `approve` on what a todo's tool is called with: it counts for later todos, too. */
    remember: RememberSchema.optional(),
    /** The answer, for `answer`. */
    value: JsonSchema.optional(),
    /** The digest that the person saw: the decision is refused when the hold asks about other bytes. */
    digest: lineText(100).optional(),
    /** For so long it can be taken back with `POST /v1/holds/{hold_id}/undo`, and nothing follows from it; 0 when absent. */
    grace_seconds: GraceSchema.optional(),
    command_id: CommandIdSchema.optional(),
  })
  .meta({ id: "DecisionInput" });
/** A decision as a request may have it; whether its fields go together is judged later. */
type AnyDecisionInput = z.infer<typeof DecisionInputSchema>;

/** What goes with one word alone. */
interface GoesWith {
  approve: Pick<AnyDecisionInput, "lines" | "approval" | "remember">;
  reject: Pick<AnyDecisionInput, "then">;
  edit: { args: JsonObject };
  answer: Pick<AnyDecisionInput, "value">;
}
type Going = { [Word in DecisionWord]: keyof GoesWith[Word] }[DecisionWord];

/** A decision as it is taken: with its word, and what goes with that. */
export type DecisionInput = {
  [Word in DecisionWord]: Omit<AnyDecisionInput, "decision" | Going> &
    GoesWith[Word] & { decision: Word } & {
      [Other in Exclude<Going, keyof GoesWith[Word]>]?: undefined;
    };
}[DecisionWord];

import { z } from "zod";
import { named } from "../sentences/sentence.ts";
import { LIMITS } from "../tables/limits.ts";
import {
  ERROR_TYPES,
  INPUT_TYPES,
  PRIORITY_WORDS,
  RECOVERY_ACTIONS,
  REJECT_ACTIONS,
  SKIP_CAUSES,
  TIMEOUT_ACTIONS,
  TODO_DEFAULTS,
  TODO_STATUSES,
  WORK_KINDS,
} from "../tables/vocabulary.ts";
import {
  DigestSchema,
  JsonObjectSchema,
  DurationSchema,
  JsonSchema,
  lineText,
  titleText,
  longText,
  ReferencesSchema,
  SaidSchema,
  TimestampSchema,
  UtcTimestampSchema,
  TodoIdSchema,
} from "../text.ts";
import { WorkspacePathSchema } from "../workspace-path.ts";
import { AgentProgressSchema, BlockerSchema } from "./agents/agent.ts";

/** What the buttons of an approval say, beside the usual word for each. */
export const DecisionLabelsSchema = z.strictObject({
  approve: lineText(LIMITS.label).optional(),
  reject: lineText(LIMITS.label).optional(),
});

/** Whose approval it takes, where that of one who may decide is not enough. */
const WHOSE_APPROVAL = {
  /** Who may decide, by name or by group, as `@release`; absent, whoever may decide anything. */
  approvers: z
    .array(lineText(1 + LIMITS.name).normalize())
    .min(1)
    .max(LIMITS.approvers)
    .optional(),
  /** How many different people have to approve; one rejection is enough. */
  min_approvals: z.int().min(1).max(LIMITS.approvers).optional(),
  /** Who created the plan, or changed the todo, may not approve it. */
  prevent_self_approval: z.boolean().optional(),
};

/** The same for a plan's review, and for all of its todos that say nothing of it. */
export const ApprovalPolicySchema = z.strictObject(WHOSE_APPROVAL).meta({ id: "ApprovalPolicy" });
export type ApprovalPolicy = z.infer<typeof ApprovalPolicySchema>;

/** How a todo asks for its approval. */
export const ApprovalSettingsSchema = z
  .strictObject(
    {
      /** What the person reads above the exact arguments. */
      message: longText(LIMITS.description).optional(),
      timeout_seconds: z.int().min(1).max(LIMITS.max_timeout_seconds).optional(),
      /** Who is asked next, one after the other, each for as long; only then comes what follows without a decision. */
      escalate_to: z
        .array(lineText(LIMITS.tag).normalize())
        .min(1)
        .max(LIMITS.escalations)
        .optional(),
      on_timeout: z.enum(TIMEOUT_ACTIONS).optional(),
      on_reject: z.enum(REJECT_ACTIONS).optional(),
      /** A person is asked each time: no approval that is remembered lets it through, and its own is not remembered. */
      always_ask: z.boolean().optional(),
      ...WHOSE_APPROVAL,
      labels: DecisionLabelsSchema.optional(),
    },
    // Whoever writes a mere word means that somebody is asked.
    { error: ({ code }) => (code === "invalid_type" ? named("approval_settings") : undefined) },
  )
  .meta({ id: "ApprovalSettings" });
export type ApprovalSettings = z.infer<typeof ApprovalSettingsSchema>;

const MEDIA_TYPE = /^[a-z0-9.+-]{1,60}\/(?:[a-z0-9.+-]{1,60}|\*)$/;

/**
 * A file that a person sent: its bytes are in the artifact store, `$file` is their digest. A tool
 * that gets it as an argument gets the path of a copy in the plan's workspace instead.
 */
export const FileSchema = z.strictObject({
  $file: DigestSchema,
  name: lineText(LIMITS.file_name),
  /** As its content shows, whatever the sender says. */
  media_type: z.string().max(130),
  bytes: z.int().min(0),
});
export type FileAnswer = z.infer<typeof FileSchema>;

/** A question to a person; the answer is the todo's result (S0 §5.3.3). */
export const InputRequestSchema = z
  .strictObject({
    question: longText(LIMITS.description),
    input_type: z.enum(INPUT_TYPES).default("text"),
    /** For `choice`. */
    options: z.array(lineText(LIMITS.title)).min(1).max(LIMITS.options).optional(),
    required: z.boolean().default(true),
    /**
     * For `text`: the answer is a secret, and only the tools that get it see it. In a form, the fields are
     * secret whose schema says `writeOnly: true`.
     */
    secret: z.boolean().optional(),
    /** Taken when the deadline passes with `on_timeout: approve`, and offered to the person. */
    default: JsonSchema.optional(),
    /** For `form`: a JSON Schema of the object that the person fills in. */
    schema: JsonObjectSchema.optional(),
    /** For `file`: media types, such as text/csv or image/*, and the greatest size in bytes. */
    accept: z.array(z.string().regex(MEDIA_TYPE)).min(1).max(20).optional(),
    max_bytes: z.int().min(1).max(LIMITS.file_bytes).optional(),
  })
  .meta({ id: "InputRequest" });
export type InputRequest = z.infer<typeof InputRequestSchema>;

const FallbackSchema = z.enum(["SKIP", "REPLAN", "MANUAL", "ABORT", "FAIL"]);

/** What to do about each kind of failure; kinds that are not named follow the plan, then S0's table. */
export const FailureStrategiesSchema = z
  .partialRecord(
    z.enum(ERROR_TYPES),
    z.strictObject({
      action: z.enum(RECOVERY_ACTIONS),
      max_retries: z.int().min(0).max(LIMITS.max_retries).optional(),
      retry_delay: z.int().min(0).max(86_400).optional(),
      fallback: FallbackSchema.optional(),
      /** For REPLAN of what waits for a failed todo: its model is to go on without that one. */
      exclude_failed: z.boolean().optional(),
      /** S0's words for what is done anyway: wrong arguments are asked for, and an abort is told. */
      request_input: z.literal(true).optional(),
      notify_user: z.literal(true).optional(),
    }),
  )
  .meta({ id: "FailureStrategies" });
export type FailureStrategies = z.infer<typeof FailureStrategiesSchema>;

/** Why a todo was skipped: who did it, and whether what waits for it runs all the same. */
export const SkipSchema = z
  .object({
    cause: z.enum(SKIP_CAUSES),
    /** A person, `policy:on_timeout`, or `holdpoint` for a failure. */
    by: z.string(),
    /** What was said, or how it failed. */
    reason: z.string().nullable(),
    reason_said: SaidSchema.optional(),
    /** The todo that was decided about: this one, or one without which this one cannot run. */
    todo_id: TodoIdSchema,
    /** Whether everything that can only run after this todo is skipped with it. */
    stops: z.boolean(),
  })
  .meta({ id: "Skip" });
export type Skip = z.infer<typeof SkipSchema>;

/** S2's words for a priority. */
export const PRIORITY_NAMES = Object.keys(PRIORITY_WORDS) as [PriorityWord, ...PriorityWord[]];
type PriorityWord = keyof typeof PRIORITY_WORDS;

/** A priority as a number from 0 to 10, or as one of S2's words. */
export const PrioritySchema = z
  .union([z.int().min(0).max(10), z.enum(PRIORITY_NAMES)], named("priority_word"))
  .transform((priority) => (typeof priority === "number" ? priority : PRIORITY_WORDS[priority]))
  .pipe(z.int().min(0).max(10));

const toolName = z.string().regex(/^[a-zA-Z][a-zA-Z0-9_.-]{0,63}$/, named("tool_name"));

/** How people write a field of a todo, and how plans tell it: without limits, for these may shrink one day. */
interface Field<Written extends z.ZodType, Told extends z.ZodType> {
  readonly written: Written;
  readonly told: Told;
}

function field<Written extends z.ZodType>(written: Written): Field<Written, Written>;
function field<Written extends z.ZodType, Told extends z.ZodType>(
  written: Written,
  told: Told,
): Field<Written, Told>;
function field(written: z.ZodType, told = written): Field<z.ZodType, z.ZodType> {
  return { written, told };
}

const text = z.string().nullable();

/** What people write of a todo besides its title, and may change later. */
const FIELDS = {
  description: field(longText(LIMITS.description).nullable(), text),
  priority: field(PrioritySchema, z.int().min(0).max(10)),
  layer: field(lineText(LIMITS.name), z.string()),
  tool_name: field(toolName.nullable(), text),
  tool_params: field(JsonObjectSchema),
  /** Who does it, when an agent does; its assignment is the description. */
  agent_name: field(lineText(LIMITS.name).nullable(), text),
  /** What this agent is for in this plan, and what it is to give (S1, S2). */
  agent_purpose: field(longText(LIMITS.description).nullable(), text),
  expected_output: field(longText(LIMITS.description).nullable(), text),
  depends_on: field(z.array(TodoIdSchema).max(LIMITS.dependencies_per_todo), z.array(TodoIdSchema)),
  timeout_seconds: field(z.int().min(1).max(LIMITS.max_timeout_seconds), z.int()),
  max_retries: field(z.int().min(0).max(LIMITS.max_retries), z.int()),
  requires_approval: field(z.boolean()),
  approval: field(ApprovalSettingsSchema),
  failure: field(FailureStrategiesSchema),
  /** Skipped when it fails for good (S2). */
  optional: field(z.boolean()),
  /** Once it is done a model looks at its result, and may propose changes of the plan (S2). */
  review_result: field(z.boolean()),
  input_data: field(JsonObjectSchema.nullable()),
  /** What a person is asked, for a question. */
  input_request: field(InputRequestSchema.nullable()),
  output_path: field(WorkspacePathSchema.nullable(), text),
  /** Whose inbox it is in; null is anyone's. Others may do it, too. */
  assignee: field(lineText(LIMITS.tag).nullable(), text),
  /** When it should be done, as `due_in` says once the plan has started. It decides nothing. */
  due_at: field(TimestampSchema.nullable()),
  due_in: field(DurationSchema.nullable(), text),
  /** How long it will take, as whoever planned it guessed (S1). It decides nothing. */
  estimated_seconds: field(
    z.number().min(0).max(LIMITS.max_timeout_seconds).nullable(),
    z.number().nullable(),
  ),
  /** Workers of another queue, in any language, run the todo when this is set. */
  task_queue: field(lineText(LIMITS.tag).nullable(), text),
  tags: field(z.array(lineText(LIMITS.tag)).max(LIMITS.tags), z.array(z.string())),
  context: field(JsonObjectSchema),
} satisfies Record<keyof typeof TODO_DEFAULTS, Field<z.ZodType, z.ZodType>>;

type TodoFields = typeof FIELDS;

/** What a person who decides about an agent's todo may change of its assignment: a merge patch, as of a tool's arguments. */
export const AssignmentChangesSchema = z
  .strictObject({
    agent_name: lineText(LIMITS.name),
    assignment: longText(LIMITS.description),
    agent_purpose: FIELDS.agent_purpose.written,
    expected_output: FIELDS.expected_output.written,
    /** What the agent is told of the whole plan. */
    plan_description: longText(LIMITS.description).nullable(),
  })
  .partial();

/** The same of work that has no arguments: what people do. */
export const NoChangesSchema = z.strictObject({});

function each<Way extends "written" | "told">(way: Way) {
  const schemas = Object.entries(FIELDS).map(([name, schemasOf]) => [name, schemasOf[way]]);
  return Object.fromEntries(schemas) as { [Name in keyof TodoFields]: TodoFields[Name][Way] };
}

/** How each of these fields is written. */
export const TODO_FIELDS = each("written");

type Written<Name extends keyof TodoFields> = (typeof TODO_DEFAULTS)[Name] extends null
  ? z.ZodOptional<TodoFields[Name]["written"]>
  : z.ZodDefault<TodoFields[Name]["written"]>;

function withDefaults(): { [Name in keyof TodoFields]: Written<Name> } {
  const fields = Object.entries<z.ZodType>(TODO_FIELDS).map(([name, schema]) => {
    const usual = TODO_DEFAULTS[name as keyof TodoFields];
    return [name, usual === null ? schema.optional() : schema.default(usual)];
  });
  return Object.fromEntries(fields) as ReturnType<typeof withDefaults>;
}

/** Every field of S0's TodoItem v2 (§3.1), as a todo stands in a plan. */
export const TodoSchema = z
  .object({
    id: TodoIdSchema,
    plan_id: z.string(),
    /** Place in the plan: a text that sorts before those of later todos. */
    rank: z.string(),
    title: z.string(),
    ...each("told"),
    status: z.enum(TODO_STATUSES),
    /** What its work is; the fields of other kinds are empty. */
    kind: z.enum(WORK_KINDS),
    /** Set where its tool says that nobody can undo what it does. */
    irreversible: z.literal(true).optional(),
    /** Set where its tool asks a person first, also without `requires_approval`. */
    required_by: z.literal("tool").optional(),
    /** What the agent has done so far; null before its first turn. */
    agent: AgentProgressSchema.nullable(),
    /** Why it stands still although it was started. */
    blocker: BlockerSchema.nullable(),
    blocks: z.array(TodoIdSchema),
    retry_count: z.int(),
    progress_percentage: z.number().min(0).max(100),
    /** What its tool says that it does now, or why its agent's model is asked again; absent otherwise. */
    progress_message: z.string().optional(),
    progress_message_said: SaidSchema.optional(),
    started_at: TimestampSchema.nullable(),
    /** When the next attempt starts, while it waits between two; absent otherwise. */
    next_attempt_at: TimestampSchema.optional(),
    completed_at: TimestampSchema.nullable(),
    error_message: z.string().nullable(),
    error_message_said: SaidSchema.optional(),
    error_type: z.enum(ERROR_TYPES).nullable(),
    /** Set while the todo is skipped. */
    skipped: SkipSchema.nullable(),
    /** It is done, and the review of its result is not over: what waits for it waits on. */
    in_review: z.boolean(),
    approved_by: z.string().nullable(),
    approved_at: TimestampSchema.nullable(),
    /** What the approval binds, and the arguments when the person wrote them (decision `edit`). */
    approved_digest: z.string().nullable(),
    approved_args: JsonObjectSchema.nullable(),
    /** The hold whose remembered approval let it through. */
    approved_under: z.string().optional(),
    /** Whether people were reminded that the time is over. */
    overdue: z.boolean(),
    /** Since when it waits for a person who does it. */
    offered_at: TimestampSchema.nullable(),
    /** Who does it. */
    claimed_by: z.string().nullable(),
    result_data: JsonSchema,
    /** JSON pointers to what stands in the result by reference: all of a large one, or files. */
    result_references: ReferencesSchema,
    /** Who did it, when a person did, and what they said of it; an answer is itself the result. */
    completed_by: z.string().nullable(),
    note: z.string().nullable(),
    /** How often the todo was started: attempts of one run share one idempotency key. */
    run: z.int().min(0),
    created_at: TimestampSchema,
    updated_at: TimestampSchema,
  })
  .meta({ id: "Todo" });
export type Todo = z.infer<typeof TodoSchema>;

/**
 * A todo as a person writes it. Fields that S0 keeps on a todo but the plan derives (`status`,
 * `blocks`, …) are taken in their initial form, so that a TodoItem copied from S0 is welcome.
 */
export const NewTodoSchema = z
  .strictObject({
    id: TodoIdSchema.optional(),
    plan_id: z.string().nullish(),
    title: titleText,
    status: z.enum(["pending", "blocked"]).optional(),
    /** Follows from the other fields; said all the same, it has to fit them. */
    kind: z.enum(WORK_KINDS).optional(),
    ...withDefaults(),
    /** The other side of `depends_on`: each named todo waits for this one. */
    blocks: z.array(TodoIdSchema).max(LIMITS.dependencies_per_todo).default([]),
    retry_count: z.literal(0).optional(),
    progress_percentage: z.literal(0).optional(),
    started_at: z.null().optional(),
    completed_at: z.null().optional(),
    error_message: z.null().optional(),
    approved_by: z.null().optional(),
    approved_at: z.null().optional(),
    result_data: z.null().optional(),
    created_at: UtcTimestampSchema.optional(),
    updated_at: UtcTimestampSchema.optional(),
  })
  .meta({ id: "NewTodo" });
/** A todo as written: defaults not yet filled in. */
export type NewTodoInput = z.input<typeof NewTodoSchema>;
/** A todo as written, with every default filled in. */
export type NewTodo = z.output<typeof NewTodoSchema>;

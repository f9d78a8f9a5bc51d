import { z } from "zod";
import {
  JsonObjectSchema,
  JsonSchema,
  lineText,
  longText,
  TimestampSchema,
  TodoIdSchema,
} from "./text.ts";
import {
  ERROR_TYPES,
  INPUT_TYPES,
  LIMITS,
  PRIORITY_WORDS,
  RECOVERY_ACTIONS,
  TIMEOUT_ACTIONS,
  TODO_STATUSES,
} from "./vocabulary.ts";

/** How a todo asks for its approval. */
export const ApprovalSettingsSchema = z.strictObject({
  /** What the person reads above the exact arguments. */
  message: longText(LIMITS.description).optional(),
  timeout_seconds: z.int().min(1).max(LIMITS.max_timeout_seconds).optional(),
  on_timeout: z.enum(TIMEOUT_ACTIONS).optional(),
  on_reject: z.enum(["skip", "fail", "replan"]).optional(),
});
export type ApprovalSettings = z.infer<typeof ApprovalSettingsSchema>;

const MEDIA_TYPE = /^[a-z0-9.+-]{1,60}\/(?:[a-z0-9.+-]{1,60}|\*)$/;

/**
 * A file that a person sent: its bytes are in the artifact store, `$file` is their digest. A tool
 * that gets it as an argument gets the path of a copy in the plan's workspace instead.
 */
export const FileSchema = z.strictObject({
  $file: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  name: lineText(LIMITS.file_name),
  /** As its content shows, whatever the sender says. */
  media_type: z.string().max(130),
  bytes: z.int().min(0),
});
export type FileAnswer = z.infer<typeof FileSchema>;

/** A question to a person; the answer is the todo's result (S0 §5.3.3). */
export const InputRequestSchema = z.strictObject({
  question: longText(LIMITS.description),
  input_type: z.enum(INPUT_TYPES).default("text"),
  /** For `choice`. */
  options: z.array(lineText(LIMITS.title)).min(1).max(LIMITS.options).optional(),
  required: z.boolean().default(true),
  /** Taken when the deadline passes with `on_timeout: approve`, and offered to the person. */
  default: JsonSchema.optional(),
  /** For `form`: a JSON Schema of the object that the person fills in. */
  schema: JsonObjectSchema.optional(),
  /** For `file`: media types, such as text/csv or image/*, and the greatest size in bytes. */
  accept: z.array(z.string().regex(MEDIA_TYPE)).min(1).max(20).optional(),
  max_bytes: z.int().min(1).max(LIMITS.file_bytes).optional(),
});
export type InputRequest = z.infer<typeof InputRequestSchema>;

const FallbackSchema = z.enum(["SKIP", "REPLAN", "MANUAL", "ABORT", "FAIL"]);

/** What to do about each kind of failure; kinds that are not named follow the plan, then S0's table. */
export const FailureStrategiesSchema = z.partialRecord(
  z.enum(ERROR_TYPES),
  z.strictObject({
    action: z.enum(RECOVERY_ACTIONS),
    max_retries: z.int().min(0).max(LIMITS.max_retries).optional(),
    retry_delay: z.int().min(0).max(86_400).optional(),
    fallback: FallbackSchema.optional(),
  }),
);
export type FailureStrategies = z.infer<typeof FailureStrategiesSchema>;

const PRIORITY_NAMES = Object.keys(PRIORITY_WORDS) as [PriorityWord, ...PriorityWord[]];
type PriorityWord = keyof typeof PRIORITY_WORDS;

/** A priority as a number from 0 to 10, or as one of S2's words. */
export const PrioritySchema = z
  .union([z.int().min(0).max(10), z.enum(PRIORITY_NAMES)])
  .transform((priority) => (typeof priority === "number" ? priority : PRIORITY_WORDS[priority]));

const toolName = z
  .string()
  .regex(/^[a-zA-Z][a-zA-Z0-9_.-]{0,63}$/, "must be the name of a tool, such as write_file");
const tags = z.array(lineText(LIMITS.tag)).max(LIMITS.tags);

/** Every field of S0's TodoItem v2 (§3.1), as a todo stands in a plan. */
export const TodoSchema = z.object({
  id: TodoIdSchema,
  plan_id: z.string(),
  /** Place in the plan: a text that sorts before those of later todos. */
  rank: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  status: z.enum(TODO_STATUSES),
  priority: z.int().min(0).max(10),
  layer: z.string(),
  tool_name: z.string().nullable(),
  tool_params: JsonObjectSchema,
  depends_on: z.array(TodoIdSchema),
  blocks: z.array(TodoIdSchema),
  timeout_seconds: z.int(),
  max_retries: z.int(),
  retry_count: z.int(),
  progress_percentage: z.number().min(0).max(100),
  started_at: TimestampSchema.nullable(),
  completed_at: TimestampSchema.nullable(),
  error_message: z.string().nullable(),
  error_type: z.enum(ERROR_TYPES).nullable(),
  requires_approval: z.boolean(),
  approval: ApprovalSettingsSchema,
  failure: FailureStrategiesSchema,
  /** Skipped when it fails for good (S2). */
  optional: z.boolean(),
  approved_by: z.string().nullable(),
  approved_at: TimestampSchema.nullable(),
  /** What the approval binds, and the arguments when the person wrote them (decision `edit`). */
  approved_digest: z.string().nullable(),
  approved_args: JsonObjectSchema.nullable(),
  input_data: JsonObjectSchema.nullable(),
  /** A person does this todo by answering; it has no tool then. */
  input_request: InputRequestSchema.nullable(),
  output_path: z.string().nullable(),
  result_data: JsonSchema,
  /** How often the todo was started: attempts of one run share one idempotency key. */
  run: z.int().min(0),
  /** Workers of another queue, in any language, run the todo when this is set. */
  task_queue: z.string().nullable(),
  created_at: TimestampSchema,
  updated_at: TimestampSchema,
  tags: z.array(z.string()),
  context: JsonObjectSchema,
});
export type Todo = z.infer<typeof TodoSchema>;

/**
 * A todo as a person writes it. Fields that S0 keeps on a todo but the plan derives (`status`,
 * `blocks`, …) are taken in their initial form, so that a TodoItem copied from S0 is welcome.
 */
export const NewTodoSchema = z.strictObject({
  id: TodoIdSchema.optional(),
  plan_id: z.string().optional(),
  title: lineText(LIMITS.title),
  description: longText(LIMITS.description).nullish(),
  status: z.enum(["pending", "blocked"]).optional(),
  priority: PrioritySchema.default(5),
  layer: lineText(LIMITS.name).default("default"),
  tool_name: toolName.nullish(),
  tool_params: JsonObjectSchema.default({}),
  depends_on: z.array(TodoIdSchema).max(LIMITS.dependencies_per_todo).default([]),
  /** The other side of `depends_on`: each named todo waits for this one. */
  blocks: z.array(TodoIdSchema).max(LIMITS.dependencies_per_todo).default([]),
  timeout_seconds: z.int().min(1).max(LIMITS.max_timeout_seconds).default(300),
  max_retries: z.int().min(0).max(LIMITS.max_retries).default(3),
  retry_count: z.literal(0).optional(),
  progress_percentage: z.literal(0).optional(),
  started_at: z.null().optional(),
  completed_at: z.null().optional(),
  error_message: z.null().optional(),
  approved_by: z.null().optional(),
  approved_at: z.null().optional(),
  result_data: z.null().optional(),
  requires_approval: z.boolean().default(false),
  approval: ApprovalSettingsSchema.default({}),
  failure: FailureStrategiesSchema.default({}),
  optional: z.boolean().default(false),
  input_data: JsonObjectSchema.nullish(),
  input_request: InputRequestSchema.nullish(),
  output_path: longText(LIMITS.description).nullish(),
  task_queue: lineText(LIMITS.tag).nullish(),
  created_at: TimestampSchema.optional(),
  updated_at: TimestampSchema.optional(),
  tags: tags.default([]),
  context: JsonObjectSchema.default({}),
});
/** A todo as written: defaults not yet filled in. */
export type NewTodoInput = z.input<typeof NewTodoSchema>;
/** A todo as written, with every default filled in. */
export type NewTodo = z.output<typeof NewTodoSchema>;

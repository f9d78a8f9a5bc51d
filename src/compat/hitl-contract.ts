import { z } from "zod";
import { BoardTodoSchema } from "../contract/plan/board.ts";
import { PlanEventSchema } from "../contract/plan/event.ts";
import { PlanViewSchema, ProgressSchema } from "../contract/plan/plan.ts";
import { InputRequestSchema, TodoSchema } from "../contract/plan/todo.ts";
import { ProblemSchema } from "../contract/problems/problem.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import { PLAN_MODES } from "../contract/tables/vocabulary.ts";
import {
  CommandIdSchema,
  JsonSchema,
  lineText,
  longText,
  PlanIdSchema,
  ReferencesSchema,
  TimestampSchema,
} from "../contract/text.ts";

/* Seed S0 §5.5, at `/ws/{session_id}`: a session is a plan. */

const session_id = PlanIdSchema;

/** What has to be done before what. */
const ExecutionGraphSchema = z.object({
  nodes: z.array(z.object({ id: z.string(), title: z.string() })),
  edges: z.array(z.object({ from: z.string(), to: z.string() })),
});

export const HitlServerMessageSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("hitl_plan_review"),
    session_id,
    plan_id: PlanIdSchema,
    plan: z.object({
      todos: z.array(TodoSchema),
      execution_graph: ExecutionGraphSchema,
      /** Seconds of the longest chain: each todo's `context.estimated_time`, else its timeout. */
      estimated_time: z.number(),
      /** Sum of the todos' `context.estimated_cost`. */
      estimated_cost: z.number(),
    }),
    message: z.string(),
  }),
  z.object({
    type: z.literal("hitl_approval_request"),
    session_id,
    todo_id: z.string(),
    /** The hold's id: a todo may be asked about several times at once. */
    request_id: z.string(),
    /** Of exactly what is asked. */
    digest: z.string(),
    /** With what an approval lets run, in the place of its definition: `tool_name`, `tool_params` and `input_data` of the hold. */
    todo: TodoSchema,
    /** JSON pointers to what stands by reference in this message, such as `/todo/tool_params/text`. */
    references: ReferencesSchema,
    message: z.string(),
    /** Null while nothing happens by itself: the plan is paused, or the hold waits for ever. */
    timeout_at: TimestampSchema.nullable(),
  }),
  z.object({
    type: z.literal("hitl_input_request"),
    session_id,
    /** The hold's id; `<plan_id>/<todo_id>` for a todo that a person does. */
    request_id: z.string(),
    /** As of an approval; null for a todo that a person does. */
    digest: z.string().nullable(),
    ...InputRequestSchema.shape,
    /** As of an approval. */
    timeout_at: TimestampSchema.nullable(),
  }),
  z.object({
    type: z.literal("hitl_status_update"),
    session_id,
    mode: z.enum(PLAN_MODES),
    message: z.string(),
    data: z
      .object({
        progress: ProgressSchema,
        event: PlanEventSchema,
        /** The todos that it left changed, as they are now. */
        todos: z.array(BoardTodoSchema),
        plan: PlanViewSchema,
        /** What a message of the client led to: the answer of its command's HTTP route. */
        in_reply_to: z.string().nullable(),
        /** The `command_id` of that message, when it had one. */
        command_id: z.string(),
        receipt: JsonSchema,
        problem: ProblemSchema,
      })
      .partial()
      .optional(),
  }),
]);
export type HitlServerMessage = z.infer<typeof HitlServerMessageSchema>;

/* Seed S0 §5.6; a `command_id` is ours: it comes back with the answer, and repeats count once. So are
 * `request_id` and `digest` of an approval: they say which request is meant. */

/** An operation as the route of edits takes it, which reads it. */
const HitlEditSchema = z.looseObject({ edit_type: z.string().max(40) });

const head = { session_id, command_id: CommandIdSchema.optional() };
const request_id = z
  .string()
  .min(1)
  .max(2 * LIMITS.name + 1);
/** What S0 leaves open its own models write as null. */
const reason = longText(LIMITS.reason).nullish();
/** Of what the person saw; of what this connection was told when absent. */
const digest = lineText(100).optional();

export const HitlClientMessageSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("hitl_plan_response"),
    ...head,
    plan_id: PlanIdSchema,
    action: z.enum(["approve", "edit", "cancel"]),
    edits: z.array(HitlEditSchema).max(LIMITS.ops).nullish(),
  }),
  z.strictObject({
    type: z.literal("hitl_approval_response"),
    ...head,
    todo_id: z.string().min(1).max(LIMITS.name),
    /** Which of the todo's requests; only where one is open it may be absent. */
    request_id: request_id.optional(),
    digest,
    action: z.enum(["approve", "reject"]),
    comment: longText(LIMITS.comment).nullish(),
    reason,
  }),
  z.strictObject({
    type: z.literal("hitl_input_response"),
    ...head,
    request_id,
    digest,
    value: JsonSchema,
  }),
  z.strictObject({
    type: z.literal("hitl_control"),
    ...head,
    command: z.enum(["pause", "resume", "cancel"]),
    reason,
  }),
]);
export type HitlClientMessage = z.output<typeof HitlClientMessageSchema>;

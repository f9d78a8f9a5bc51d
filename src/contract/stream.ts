import { z } from "zod";
import { EVENT_TYPES, PlanEventSchema, type LoggedEvent } from "./event.ts";
import { InboxRowSchema, PlanRowSchema } from "./list.ts";
import { PlanViewSchema, ProgressSchema } from "./plan.ts";
import { JsonObjectSchema, JsonSchema, longText, PlanIdSchema, TimestampSchema } from "./text.ts";
import { TodoSchema } from "./todo.ts";
import { INPUT_TYPES, LIMITS, PLAN_MODES } from "./vocabulary.ts";

/** The subprotocol of the WebSocket at `/v1/ws`. */
export const SOCKET_PROTOCOL = "holdpoint.v1";

/** Bounds of the live stream. */
export const STREAM_LIMITS = {
  /** A WebSocket message above this is refused with a problem. */
  frame_bytes: 256 * 1024,
  /** Above this the socket is closed (1009), because the rest of the frame is not read. */
  frame_most_bytes: 1024 * 1024,
  /** A subscriber that is further behind is dropped; it can resume where it was. */
  backlog_bytes: 1024 * 1024,
  /** Plans that one socket may watch. */
  subscriptions: 100,
  /** How long a long-poll may wait. */
  wait_seconds: 60,
} as const;

const FINAL: ReadonlySet<LoggedEvent["type"]> = new Set([
  "plan.completed",
  "plan.failed",
  "plan.cancelled",
] as const);

/** Whether a plan's log has no event after this one. */
export function isFinalEvent({ type }: Pick<LoggedEvent, "type">): boolean {
  return FINAL.has(type);
}

const FAMILIES = [...new Set(EVENT_TYPES.map((type) => type.slice(0, type.indexOf("."))))];

/** `types=` of a stream: event types, or families such as `hold`, separated by commas. */
export const EventTypesSchema = z
  .string()
  .max(2_000)
  .transform((written, context) => {
    const words = written.split(",").map((word) => word.trim());
    const unknown = words.find(
      (word) => !FAMILIES.includes(word) && !EVENT_TYPES.some((type) => type === word),
    );
    if (unknown === undefined) return words;
    const message = `"${unknown.slice(0, 60)}" is no event type, and none of the families ${FAMILIES.join(", ")}`;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

/** Whether an event is one of the wanted types or families; all are when nothing is said. */
export function isWanted(
  type: LoggedEvent["type"],
  wanted: readonly string[] | undefined,
): boolean {
  if (wanted === undefined) return true;
  return wanted.includes(type) || wanted.includes(type.slice(0, type.indexOf(".")));
}

/* `/v1/events`: all plans, as lists show them. */

/** The plans that go on, and those that ended a moment ago, with all that waits for people. */
export const ListSnapshotSchema = z.object({
  plans: z.array(PlanRowSchema),
  holds: z.array(InboxRowSchema),
  /** False when there are more plans than lists look at. */
  complete: z.boolean(),
  read_at: TimestampSchema,
});
export type ListSnapshot = z.infer<typeof ListSnapshotSchema>;

/** What became of one row. Several changes of a row that come at once are one. */
export const ListChangeSchema = z.discriminatedUnion("type", [
  /** It is new, it has changed, or it has ended: then no more comes of it. */
  z.object({ type: z.literal("plan.listed"), data: PlanRowSchema }),
  /** Temporal does not have it any more. */
  z.object({ type: z.literal("plan.unlisted"), data: z.object({ id: PlanIdSchema }) }),
  z.object({ type: z.literal("hold.listed"), data: InboxRowSchema }),
  /** It waits for nobody any more. */
  z.object({
    type: z.literal("hold.unlisted"),
    data: z.object({ id: z.string(), plan_id: PlanIdSchema }),
  }),
]);
export type ListChange = z.infer<typeof ListChangeSchema>;

/* `/v1/ws`: what the server sends. */

/** What happened to a plan. `snapshot` comes first without `after`, and in place of lost events. */
export const EnvelopeSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("snapshot"),
    seq: z.int(),
    plan_id: PlanIdSchema,
    ts: TimestampSchema,
    data: PlanViewSchema,
  }),
  z.object({
    type: z.enum(EVENT_TYPES),
    seq: z.int(),
    plan_id: PlanIdSchema,
    ts: TimestampSchema,
    data: PlanEventSchema,
  }),
  /** The plan has ended, and everything was sent. */
  z.object({
    type: z.literal("end"),
    seq: z.int(),
    plan_id: PlanIdSchema,
    ts: TimestampSchema,
    data: z.null(),
  }),
]);

/** The answer to a client's message: what the HTTP route of a command answers is in `data`. */
export const SocketAnswerSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ack"), ref: z.string(), data: JsonSchema }),
  z.object({
    type: z.literal("problem"),
    /** Null when the message was not readable enough to have one. */
    ref: z.string().nullable(),
    problem: z.looseObject({ code: z.string(), detail: z.string(), status: z.int() }),
  }),
]);
export type SocketMessage = z.infer<typeof EnvelopeSchema> | z.infer<typeof SocketAnswerSchema>;

/* `/v1/ws`: what the client sends. */

const ref = z.string().min(1).max(100);
const command = { type: z.literal("command"), ref, data: JsonObjectSchema.default({}) };
/** Hold ids begin with their plan's id. */
const HoldIdSchema = z.string().min(1).max(100);

/** `data` of a command is the body of its HTTP route. */
export const ClientMessageSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("subscribe"),
    ref,
    plan_id: PlanIdSchema,
    /** Events after this sequence number; a snapshot and what follows it when absent. */
    after: z.int().min(0).optional(),
    types: EventTypesSchema.optional(),
  }),
  z.strictObject({ type: z.literal("unsubscribe"), ref, plan_id: PlanIdSchema }),
  z.discriminatedUnion("command", [
    z.strictObject({ ...command, command: z.literal("decision"), hold_id: HoldIdSchema }),
    z.strictObject({ ...command, command: z.literal("answer"), hold_id: HoldIdSchema }),
    z.strictObject({ ...command, command: z.literal("pause"), plan_id: PlanIdSchema }),
    z.strictObject({ ...command, command: z.literal("resume"), plan_id: PlanIdSchema }),
    z.strictObject({ ...command, command: z.literal("cancel"), plan_id: PlanIdSchema }),
    z.strictObject({ ...command, command: z.literal("edit"), plan_id: PlanIdSchema }),
  ]),
]);
export type ClientMessage = z.output<typeof ClientMessageSchema>;

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
    todo: TodoSchema,
    message: z.string(),
    /** Null while nothing happens by itself: the plan is paused, or the hold waits for ever. */
    timeout_at: TimestampSchema.nullable(),
  }),
  z.object({
    type: z.literal("hitl_input_request"),
    session_id,
    /** The hold's id. */
    request_id: z.string(),
    question: z.string(),
    input_type: z.enum(INPUT_TYPES),
    options: z.array(z.string()).optional(),
    required: z.boolean(),
    /** For `form`: a JSON Schema of the answer. */
    schema: JsonObjectSchema.optional(),
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
        plan: PlanViewSchema,
        /** What a message of the client led to: the answer of its command's HTTP route. */
        in_reply_to: z.string().nullable(),
        /** The `command_id` of that message, when it had one. */
        command_id: z.string(),
        receipt: JsonSchema,
        problem: JsonSchema,
      })
      .partial()
      .optional(),
  }),
]);
export type HitlServerMessage = z.infer<typeof HitlServerMessageSchema>;

/* Seed S0 §5.6; a `command_id` is ours: it comes back with the answer, and repeats count once. */

/** S0's edits have a `target_id` and `params` even where an operation needs none. */
const HitlEditSchema = z.looseObject({ edit_type: z.string().max(40) });

const said = { session_id, command_id: z.string().min(1).max(100).optional() };

export const HitlClientMessageSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("hitl_plan_response"),
    ...said,
    plan_id: PlanIdSchema,
    action: z.enum(["approve", "edit", "cancel"]),
    edits: z.array(HitlEditSchema).min(1).max(LIMITS.ops).optional(),
  }),
  z.strictObject({
    type: z.literal("hitl_approval_response"),
    ...said,
    todo_id: z.string().min(1).max(LIMITS.name),
    action: z.enum(["approve", "reject"]),
    comment: longText(LIMITS.comment).optional(),
    reason: longText(LIMITS.reason).optional(),
  }),
  z.strictObject({
    type: z.literal("hitl_input_response"),
    ...said,
    request_id: HoldIdSchema,
    value: JsonSchema,
  }),
  z.strictObject({
    type: z.literal("hitl_control"),
    ...said,
    command: z.enum(["pause", "resume", "cancel"]),
    reason: longText(LIMITS.reason).optional(),
  }),
]);
export type HitlClientMessage = z.output<typeof HitlClientMessageSchema>;

import { z } from "zod";
import { InboxRowSchema, PlanRowSchema } from "../list.ts";
import { pageSize } from "../paging.ts";
import { BoardEventSchema, BoardSchema } from "../plan/board.ts";
import { EVENT_TYPES, type LoggedEvent } from "../plan/event.ts";
import { HoldIdSchema } from "../plan/holds/hold.ts";
import { PlanViewSchema } from "../plan/plan.ts";
import { ProblemSchema } from "../problems/problem.ts";
import { named } from "../sentences/sentence.ts";
import {
  JsonObjectSchema,
  JsonSchema,
  PlanIdSchema,
  TimestampSchema,
  TodoIdSchema,
} from "../text.ts";

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
} as const;

const FAMILIES = EVENT_TYPES.map((type) => type.split(".", 1)[0]!);

/** A type of events, or a family of them such as `hold`. */
export type EventWord = LoggedEvent["type"] | FamilyOf<LoggedEvent["type"]>;
type FamilyOf<Type> = Type extends `${infer Family}.${string}` ? Family : never;

/** What a reader may ask for by name: families of events, such as `hold`, and event types. */
export const EVENT_WORDS: readonly string[] = [...new Set([...FAMILIES, ...EVENT_TYPES])];
const WORD = `(?:${EVENT_WORDS.join("|").replaceAll(".", String.raw`\.`)})`;

/** `types=` of a stream: event types, or families such as `hold`, separated by commas. */
const EventTypesSchema = z
  .string()
  .max(2_000)
  .regex(new RegExp(`^ *${WORD} *(?:, *${WORD} *)*$`), named("event_types"))
  .transform((written): readonly string[] => written.split(",").map((word) => word.trim()));

/** What a reader wants to hear of; everything, where nothing is said. */
const EventWishSchema = z.object({
  types: EventTypesSchema.optional(),
  /** Only what happened to this todo. */
  todo_id: TodoIdSchema.optional(),
});
export type EventWish = z.output<typeof EventWishSchema>;

/** Refuses to leave events out beside a board: the rows that they change would stay as they were. */
export function besideBoard(
  asked: { readonly [Field in keyof EventWish | "board"]?: unknown },
  context: z.RefinementCtx,
): void {
  if (String(asked.board) !== "true") return;
  for (const field of ["types", "todo_id"] as const) {
    if (asked[field] === undefined) continue;
    context.addIssue({ code: "custom", path: [field], message: named("not_beside_board") });
  }
}

/** How long a request may wait until there is something to answer: seconds, such as `30`. */
export const WaitSchema = z
  .string()
  .regex(/^(?:[0-9]|[1-5][0-9]|60)s?$/, named("seconds_to_wait"))
  .transform((written) => Number.parseInt(written, 10));

/** The query of a plan's events. */
export const EventQuerySchema = z.object({
  after: z.coerce.number().int().min(0).default(0),
  limit: pageSize(1_000, 200),
  /** How long to wait until there are events. */
  wait: WaitSchema.optional(),
  ...EventWishSchema.shape,
  /**
   * For the live stream: a board first, and events with the rows that changed. It tells every event: the
   * rows of the others would be missing.
   */
  board: z.enum(["true", "false"]).optional(),
});

/** Whether an event is one that a reader wants. */
export function isWanted(
  { type, todo_id }: Pick<LoggedEvent, "type" | "todo_id">,
  wish: EventWish,
): boolean {
  if (wish.todo_id !== undefined && todo_id !== wish.todo_id) return false;
  const { types } = wish;
  return types === undefined || types.some((one) => one === type || type.startsWith(`${one}.`));
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

const head = { seq: z.int(), plan_id: PlanIdSchema, ts: TimestampSchema };

/** What happened to a plan. `snapshot` comes first without `after`, and in place of lost events. */
export const EnvelopeSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("snapshot"), ...head, data: PlanViewSchema }),
  /** In place of the snapshot for those who asked for boards. */
  z.object({ type: z.literal("board"), ...head, data: BoardSchema }),
  z.object({ type: BoardEventSchema.shape.type, ...head, data: BoardEventSchema }),
  /** The plan has ended, and everything was sent. */
  z.object({ type: z.literal("end"), ...head, data: z.null() }),
]);

/** The answer to a client's message: what the HTTP route of a command answers is in `data`. */
export const SocketAnswerSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ack"), ref: z.string(), data: JsonSchema }),
  z.object({
    type: z.literal("problem"),
    /** Null when the message was not readable enough to have one. */
    ref: z.string().nullable(),
    problem: ProblemSchema,
  }),
]);
export type SocketMessage = z.infer<typeof EnvelopeSchema> | z.infer<typeof SocketAnswerSchema>;

/* `/v1/ws`: what the client sends. */

const ref = z.string().min(1).max(100);
const command = { type: z.literal("command"), ref, data: JsonObjectSchema.default({}) };

/** `data` of a command is the body of its HTTP route. */
export const ClientMessageSchema = z.discriminatedUnion("type", [
  z
    .strictObject({
      type: z.literal("subscribe"),
      ref,
      plan_id: PlanIdSchema,
      /** Events after this sequence number; a snapshot and what follows it when absent. */
      after: z.int().min(0).optional(),
      ...EventWishSchema.shape,
      /** A board instead of the snapshot, and every event with the rows that changed. */
      board: z.boolean().optional(),
    })
    .superRefine(besideBoard),
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

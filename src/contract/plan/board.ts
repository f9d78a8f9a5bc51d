import { z } from "zod";
import { SessionIdSchema, TimestampSchema } from "../text.ts";
import { PlanEventSchema, type LoggedEvent } from "./event.ts";
import { HoldSchema } from "./holds/hold.ts";
import { PlanHeadSchema, ScheduleSchema } from "./plan.ts";
import { GOAL_PHASES } from "./planning.ts";
import { TodoSchema } from "./todo.ts";

/** A todo as a board shows it; what it is given and what it gave stay with the todo itself. */
export const BoardTodoSchema = TodoSchema.pick({
  id: true,
  rank: true,
  title: true,
  status: true,
  priority: true,
  layer: true,
  kind: true,
  irreversible: true,
  required_by: true,
  tool_name: true,
  agent_name: true,
  agent: true,
  blocker: true,
  assignee: true,
  due_at: true,
  overdue: true,
  offered_at: true,
  claimed_by: true,
  output_path: true,
  depends_on: true,
  progress_percentage: true,
  progress_message: true,
  progress_message_said: true,
  retry_count: true,
  created_at: true,
  started_at: true,
  next_attempt_at: true,
  completed_at: true,
  error_message: true,
  error_message_said: true,
  error_type: true,
  skipped: true,
  requires_approval: true,
  estimated_seconds: true,
  optional: true,
  review_result: true,
  in_review: true,
  run: true,
  tags: true,
});
export type BoardTodo = z.infer<typeof BoardTodoSchema>;

/** A hold as a board shows it; the arguments that it asks about are read with the hold itself. */
export const BoardHoldSchema = HoldSchema.pick({
  id: true,
  plan_id: true,
  kind: true,
  todo_id: true,
  title: true,
  message: true,
  message_said: true,
  tool_name: true,
  digest: true,
  opened_at: true,
  deadline_at: true,
  remaining_ms: true,
  asked_by: true,
  assignee: true,
  escalates_to: true,
  needs: true,
  required_by: true,
  on_timeout: true,
  deciding: true,
});
export type BoardHold = z.infer<typeof BoardHoldSchema>;

const BoardPlanSchema = PlanHeadSchema.omit({
  description: true,
  failure: true,
  planning: true,
  goal: true,
}).extend({
  todo_count: z.int(),
  /** How far its goal is; null without one. */
  goal_phase: z.enum(GOAL_PHASES).nullable(),
  /** Agents outside that stopped and are told to go on when this is over (S3); absent while none is. */
  session_countdowns: z
    .array(z.object({ session_id: SessionIdSchema, ends_at: TimestampSchema, left: z.int() }))
    .optional(),
});

/** What a board shows of a plan besides its todos and holds; small enough to be told again. */
export const BoardHeadSchema = ScheduleSchema.pick({ running: true, next: true }).extend({
  plan: BoardPlanSchema,
});
export type BoardHead = z.infer<typeof BoardHeadSchema>;

/**
 * What a person watches: the plan, its todos in plan order, its open holds, what runs, what is next,
 * and why the others wait. Of a plan with more todos than fit, the first ones and those that run, are
 * next or have an open hold.
 */
export const BoardSchema = z
  .object({
    plan: BoardPlanSchema,
    todos: z.array(BoardTodoSchema),
    holds: z.array(BoardHoldSchema),
    schedule: ScheduleSchema,
  })
  .meta({ id: "Board" });
export type Board = z.infer<typeof BoardSchema>;

/**
 * The rows of a board that an event left changed, as they are now: todos, and holds that are open.
 * With the newest event comes the head. What leaves the board has no row: `plan.edited` names the
 * todos that it removed, and the event that ends a hold its hold.
 */
export const BoardRowsSchema = z
  .object({
    todos: z.array(BoardTodoSchema),
    holds: z.array(BoardHoldSchema),
    head: BoardHeadSchema.optional(),
  })
  .meta({ id: "BoardRows" });
export type BoardRows = z.infer<typeof BoardRowsSchema>;

/** An event with the rows to fold into a board; none when it changed no row, or a later one did. */
export const BoardEventSchema = PlanEventSchema.extend({ rows: BoardRowsSchema.optional() }).meta({
  id: "BoardEvent",
});
export type BoardEvent = LoggedEvent & { rows?: BoardRows | undefined };

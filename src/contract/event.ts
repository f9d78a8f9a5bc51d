import { z } from "zod";
import { JsonSchema, TimestampSchema } from "./text.ts";

/** What happened to a plan, past tense. The log is live stream, audit trail and history at once. */
export const EVENT_TYPES = [
  "plan.created",
  "plan.started",
  "plan.paused",
  "plan.resumed",
  "plan.cancel_requested",
  "plan.abort_requested",
  "plan.edited",
  "plan.completed",
  "plan.failed",
  "plan.cancelled",
  "todo.started",
  "todo.completed",
  "todo.failed",
  "todo.skipped",
  "todo.cancelled",
  "todo.interrupted",
  "todo.retried",
  "todo.rerun",
  "todo.kept",
  "hold.requested",
  "hold.decided",
  "hold.extended",
  "hold.delegated",
  "hold.expired",
  "hold.stale",
  "hold.withdrawn",
  "command.refused",
] as const;

/** One entry of a plan's log as readers see it. `seq` counts from 1 without gaps. */
export const PlanEventSchema = z.object({
  seq: z.int().min(1),
  type: z.enum(EVENT_TYPES),
  at: TimestampSchema,
  /** Who caused it: a person, `policy:on_timeout`, or `holdpoint`. */
  by: z.string(),
  todo_id: z.string().optional(),
  hold_id: z.string().optional(),
  data: z.record(z.string(), JsonSchema).optional(),
});
export type LoggedEvent = z.infer<typeof PlanEventSchema>;

import { z } from "zod";
import { JsonSchema, TimestampSchema } from "../text.ts";
import { HOLD_ACTIONS, type HoldActionEvent } from "./holds/hold-actions.ts";

/** What happened to a plan, past tense. The log is live stream, audit trail and history at once. */
export const EVENT_TYPES = [
  "plan.created",
  "plan.draft_refused",
  "plan.planning_stopped",
  "plan.planned",
  "plan.report_requested",
  "plan.report_dropped",
  "plan.reported",
  "plan.replan_requested",
  "plan.replan_refused",
  "plan.replan_proposed",
  "plan.replan_unchanged",
  "plan.replan_failed",
  "plan.replan_dropped",
  "plan.started",
  "plan.paused",
  "plan.resumed",
  "plan.cancel_requested",
  "plan.abort_requested",
  "plan.edited",
  "plan.completed",
  "plan.failed",
  "plan.cancelled",
  "plan.reopened",
  "plan.archived",
  "plan.unarchived",
  "plan.acknowledged",
  "todo.offered",
  "todo.claimed",
  "todo.released",
  "todo.due_soon",
  "todo.overdue",
  "todo.let_through",
  "todo.started",
  "todo.delivered",
  "todo.completed",
  "todo.failed",
  "todo.skip_requested",
  "todo.skipped",
  "todo.cancelled",
  "todo.interrupted",
  "todo.attempt_failed",
  "todo.attempt_requeued",
  "todo.approval_demanded",
  "todo.attempt_started",
  "todo.retried",
  "todo.rerun",
  "todo.kept",
  "todo.reopened",
  "agent.turn",
  "agent.time_over",
  "agent.transcript_kept",
  "agent.answered",
  "agent.mark_ignored",
  "agent.countdown",
  "agent.countdown_cancelled",
  // Also of the orchestrator, and of a model that plans.
  "model.turn_dropped",
  // S4's own words.
  "human_query_requested",
  "human_query_answered",
  "task_resumed_after_human_query",
  "hold.requested",
  "hold.signed",
  "hold.deciding",
  "hold.decided",
  ...holdActionEvents(),
  "hold.due_soon",
  "hold.escalated",
  "hold.expired",
  "hold.stale",
  "session.registered",
  "session.changed",
  "session.leased",
  "session.renewed",
  "session.lease_expired",
  "session.deleted",
  "continuation.countdown",
  "continuation.injected",
  "continuation.acknowledged",
  "continuation.cancelled",
  "continuation.skipped",
  "command.refused",
] as const;

function holdActionEvents(): HoldActionEvent[] {
  return Object.values(HOLD_ACTIONS).map(({ event }) => event);
}

/** One entry of a plan's log as readers see it. `seq` counts from 1 without gaps. */
export const PlanEventSchema = z
  .object({
    seq: z.int().min(1),
    type: z.enum(EVENT_TYPES),
    at: TimestampSchema,
    /** Who caused it: a person, `policy:on_timeout`, or `holdpoint`. */
    by: z.string(),
    todo_id: z.string().optional(),
    hold_id: z.string().optional(),
    data: z.record(z.string(), JsonSchema).optional(),
  })
  .meta({ id: "PlanEvent" });
type AnyEvent = z.infer<typeof PlanEventSchema>;
type EventType = AnyEvent["type"];
type HoldEventType = Extract<EventType, `hold.${string}`>;
type TodoEventType = Extract<
  EventType,
  `todo.${string}` | `agent.${string}` | `${string}human_query${string}`
>;
type About<Type extends EventType, Field extends "todo_id" | "hold_id"> = Omit<
  AnyEvent,
  "type" | Field
> &
  Record<Field, string> & { type: Type };

/** One entry of a plan's log: what is about a todo or a hold names it. */
export type LoggedEvent =
  | About<HoldEventType, "hold_id">
  | About<TodoEventType, "todo_id">
  | (Omit<AnyEvent, "type"> & { type: Exclude<EventType, HoldEventType | TodoEventType> });

/**
 * Events, oldest first, and the sequence number of the newest event of the plan; with `wait`, how far the
 * log was read.
 */
export const EventListSchema = z.object({ events: z.array(PlanEventSchema), seq: z.int() });
export type EventList = Omit<z.infer<typeof EventListSchema>, "events"> & { events: LoggedEvent[] };

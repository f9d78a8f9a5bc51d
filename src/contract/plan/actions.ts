import { z } from "zod";
import { DECISIONS, TODO_ACTIONS, WORK_ACTIONS } from "../tables/vocabulary.ts";
import { PlanIdSchema, SaidSchema, TodoIdSchema } from "../text.ts";
import { HOLD_ACTION_NAMES } from "./holds/hold-actions.ts";

/** Whether something can be done now; if not, why: a problem's code, and sentences. */
export const PossibilitySchema = z.union([
  z.object({ possible: z.literal(true) }),
  z.object({
    possible: z.literal(false),
    code: z.string(),
    detail: z.string(),
    detail_said: SaidSchema.optional(),
    hint: z.string().optional(),
    hint_said: SaidSchema.optional(),
  }),
]);
export type Possibility = z.infer<typeof PossibilitySchema>;

const PLAN_COMMANDS = [
  "pause",
  "resume",
  "cancel",
  "edit",
  "replan",
  "undo",
  "rollback",
  "fork",
  "archive",
  "unarchive",
  "acknowledge",
] as const;
const HOLD_COMMANDS = [...DECISIONS, ...HOLD_ACTION_NAMES] as const;
const TODO_COMMANDS = [...TODO_ACTIONS, ...WORK_ACTIONS, "edit", "remove"] as const;
export type PlanActions = Record<(typeof PLAN_COMMANDS)[number], Possibility>;
export type HoldActions = Record<(typeof HOLD_COMMANDS)[number], Possibility>;
export type TodoActions = Record<(typeof TODO_COMMANDS)[number], Possibility>;

/** What can be done now: to the plan, to one todo when it is named, and about open holds. */
export const ActionsSchema = z.object({
  plan_id: PlanIdSchema,
  /** Sequence number of the plan's newest event: with another, ask again. */
  seq: z.int(),
  version: z.int(),
  /** Absent when a todo is named. */
  plan: z.record(z.enum(PLAN_COMMANDS), PossibilitySchema).optional(),
  todo: z.record(z.enum(TODO_COMMANDS), PossibilitySchema).optional(),
  /** Of the plan's first open holds, at most 100, or of the named todo's. */
  holds: z.array(
    z.object({
      hold_id: z.string(),
      todo_id: TodoIdSchema.nullable(),
      actions: z.record(z.enum(HOLD_COMMANDS), PossibilitySchema),
    }),
  ),
});
export type Actions = z.infer<typeof ActionsSchema>;

export const ActionsQuerySchema = z.strictObject({ todo_id: TodoIdSchema.optional() });

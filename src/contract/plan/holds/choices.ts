import { z } from "zod";
import {
  DECISIONS,
  PLAN_STATUSES,
  REJECT_ACTIONS,
  TIMEOUT_ACTIONS,
  TODO_ACTIONS,
} from "../../tables/vocabulary.ts";
import { TimestampSchema, TodoIdSchema } from "../../text.ts";

const NamedTodoSchema = z.object({ id: TodoIdSchema, title: z.string() });
const NamedTodosSchema = z.array(NamedTodoSchema);

/** What a choice would do at once; nothing was changed. */
export const ConsequencesSchema = z.object({
  /** Todos that would not run any more, besides the one that is decided about. */
  stops: NamedTodosSchema,
  /** Todos that would start, as soon as a place is free and the plan is not paused. */
  starts: NamedTodosSchema,
  /** Undecided todos for which others would no longer wait, and which: they start without that decision. */
  unawaited: z.array(z.object({ about: NamedTodoSchema, todos: NamedTodosSchema })),
  /** Todos about which a person would be asked next. */
  asks: NamedTodosSchema,
  /** Completed todos that would run again if what they are given were different by then. */
  may_run_again: NamedTodosSchema,
  /** How the plan would end, when it would. */
  plan_ends: z.enum(PLAN_STATUSES).nullable(),
});
export type Consequences = z.infer<typeof ConsequencesSchema>;

/** One thing that a person may say now about a hold or a todo, and what that would do. */
export const ChoiceSchema = ConsequencesSchema.extend({
  choice: z.enum([...DECISIONS, "withdraw", ...TODO_ACTIONS]),
  /** Of a rejection: what it does to the todo. */
  then: z.enum(REJECT_ACTIONS).nullable(),
  /** Of a plan's approval: what it changes of what the plan asks. */
  approval: z.literal("every_todo").nullable(),
}).meta({ id: "Choice" });
export type Choice = z.infer<typeof ChoiceSchema>;

/** What happens to a hold by itself when nobody decides in time, and what that would do. */
export const TimeoutPreviewSchema = ConsequencesSchema.extend({
  /** The hold's deadline; null while the plan is paused, and the deadline with it. */
  at: TimestampSchema.nullable(),
  /** `escalate`: the next one is asked, and nothing else happens yet. */
  action: z.enum([...TIMEOUT_ACTIONS, "escalate"]).exclude(["wait"]),
  /** For `escalate`: who is asked then. */
  to: z.string().optional(),
  /** For `escalate`: how long that one has; null for as long as it takes. */
  seconds: z.int().nullable().optional(),
}).meta({ id: "TimeoutPreview" });
export type TimeoutPreview = z.infer<typeof TimeoutPreviewSchema>;

export const ChoicesSchema = z.object({
  choices: z.array(ChoiceSchema),
  /** Of the open hold; null without one, and for one that waits as long as it takes. */
  timeout: TimeoutPreviewSchema.nullable(),
  /** Whether an approval may be remembered for later todos. */
  may_remember: z.boolean(),
});
export type Choices = z.infer<typeof ChoicesSchema>;

import { z } from "zod";
import { isBlank } from "../is-blank.ts";
import { named } from "../sentences/sentence.ts";
import { LIMITS } from "../tables/limits.ts";
import {
  APPROVAL_RULES,
  PAUSE_MODES,
  PAUSE_PURPOSES,
  PLAN_MODES,
  PLAN_STATUSES,
  REPLAN_POLICIES,
} from "../tables/vocabulary.ts";
import {
  CheckpointIdSchema,
  CommandIdSchema,
  JsonObjectSchema,
  lineText,
  titleText,
  longText,
  PlanIdSchema,
  TimestampSchema,
  TodoIdSchema,
  SaidSchema,
} from "../text.ts";
import { BudgetSchema, SpentSchema } from "./agents/agent.ts";
import { HoldSchema, RememberedSchema } from "./holds/hold.ts";
import { GoalViewSchema, PlanningSchema } from "./planning.ts";
import {
  ApprovalPolicySchema,
  FailureStrategiesSchema,
  NewTodoSchema,
  TodoSchema,
} from "./todo.ts";

/** A plan as a person writes it, in JSON or YAML. */
export const NewPlanSchema = z
  .strictObject({
    /** Where editors find the schema of plan files; it says nothing about the plan. */
    $schema: z.string().max(2_000).optional(),
    id: PlanIdSchema.optional(),
    title: titleText,
    description: longText(LIMITS.description).nullish(),
    todos: z.array(NewTodoSchema).min(1).max(LIMITS.todos),
    /** How many todos run at a time; 1 runs them one after another. */
    max_parallel: z.int().min(1).max(LIMITS.max_parallel).default(5),
    /** What models may cost in all, in US dollars: once it is spent, a person is asked. */
    budget_usd: BudgetSchema.nullish(),
    approval: z.enum(APPROVAL_RULES).default("marked"),
    /** Whose approval its review takes, and each todo that says nothing of that itself. */
    approval_policy: ApprovalPolicySchema.default({}),
    /** Whether people confirm what a model proposes when it plans anew. */
    replan_policy: z.enum(REPLAN_POLICIES).default("confirm"),
    /** Nothing starts before a person approved the plan as a whole. */
    plan_review: z.boolean().default(false),
    /** Nobody may loosen what people decide in this plan, whatever their role. It cannot be unlocked. */
    locked: z.boolean().default(false),
    /** How long an approval may take when its todo does not say (S0: 3600 s). */
    approval_timeout_seconds: z.int().min(1).max(LIMITS.max_timeout_seconds).default(3600),
    /** What to do about each kind of failure, for todos that do not say. */
    failure: FailureStrategiesSchema.default({}),
    /** S0 ignores dependencies that are not in the plan; here that has to be asked for. */
    unknown_dependencies: z.enum(["refuse", "ignore"]).default("refuse"),
    tags: z.array(lineText(LIMITS.tag)).max(LIMITS.tags).default([]),
    context: JsonObjectSchema.default({}),
    /** How it was planned elsewhere: seed S1's PlanningState. It decides nothing. */
    planning: PlanningSchema.optional(),
  })
  .meta({ id: "NewPlan" });

const { todos: _, planning: __, ...settings } = NewPlanSchema.shape;

/** A goal as a person writes it: the todos are planned from it. */
export const NewGoalSchema = z
  .strictObject({
    ...settings,
    /** What is wanted, in words. */
    goal: longText(LIMITS.goal).refine((text) => !isBlank(text), {
      error: named("must_not_be_empty"),
    }),
    /** The goal's beginning when absent, and then the plan's own. */
    title: settings.title.optional(),
    /** As many as the plan's strategy says when absent. */
    max_parallel: settings.max_parallel.unwrap().optional(),
    /** What a model has planned starts only when a person has seen it, unless this says otherwise. */
    plan_review: z.boolean().default(true),
  })
  .meta({ id: "NewGoal" });
export type NewGoalInput = z.input<typeof NewGoalSchema>;
export type NewGoal = z.output<typeof NewGoalSchema>;

export type NewPlanInput = z.input<typeof NewPlanSchema>;
export type NewPlan = z.output<typeof NewPlanSchema>;

/** Whether what somebody wrote is a goal, and no todos. */
export function isGoal(written: unknown): boolean {
  return typeof written === "object" && written !== null && "goal" in written;
}

/** How far a plan is; S1's formula: (completed × 100 + sum of running %) / all todos. */
export const ProgressSchema = z
  .object({
    percentage: z.number().min(0).max(100),
    /** All todos. */
    total: z.int(),
    /** How many todos stand in each status. */
    counts: z.record(z.string(), z.int()),
  })
  .meta({ id: "Progress" });
export type Progress = z.infer<typeof ProgressSchema>;

/** The plan, and the moment in it, from which another was forked. */
export const ForkOriginSchema = z.object({
  plan_id: PlanIdSchema,
  version: z.int(),
  /** Sequence number of the source's newest event at that moment. */
  seq: z.int(),
});
export type ForkOrigin = z.infer<typeof ForkOriginSchema>;

/** The body of a fork: from a version, a checkpoint, or now. */
export const ForkInputSchema = z.strictObject({
  id: PlanIdSchema.optional(),
  version: z.int().min(1).optional(),
  checkpoint_id: CheckpointIdSchema.optional(),
  title: titleText.optional(),
  /** Has the new plan wait for its review, so that it can be edited first; as the source if absent. */
  plan_review: z.boolean().optional(),
});
export type ForkInput = z.infer<typeof ForkInputSchema>;

/** An approval that a plan remembers; its hold has the arguments. */
const RememberedApprovalSchema = RememberedSchema.pick({ by: true, until: true, except: true })
  .extend({ hold_id: z.string(), title: z.string(), tool_name: z.string().nullable() })
  .meta({ id: "RememberedApproval" });
export type RememberedApproval = z.infer<typeof RememberedApprovalSchema>;

/** A plan without its todos. */
export const PlanHeadSchema = z.object({
  id: PlanIdSchema,
  title: z.string(),
  description: z.string().nullable(),
  status: z.enum(PLAN_STATUSES),
  mode: z.enum(PLAN_MODES),
  version: z.int(),
  owner: z.string(),
  tags: z.array(z.string()),
  max_parallel: z.int(),
  /** What models may cost, raised by people or not, and what they have used so far. */
  budget_usd: z.number().nullable(),
  spent: SpentSchema,
  approval: z.enum(APPROVAL_RULES),
  approval_policy: ApprovalPolicySchema,
  failure: FailureStrategiesSchema,
  replan_policy: z.enum(REPLAN_POLICIES),
  plan_review: z.boolean(),
  locked: z.boolean(),
  created_at: TimestampSchema,
  started_at: TimestampSchema.nullable(),
  completed_at: TimestampSchema.nullable(),
  /** Since when the plan is out of the lists that do not ask for archived ones. */
  archived_at: TimestampSchema.nullable(),
  paused: z
    .object({
      by: z.string(),
      at: TimestampSchema,
      reason: z.string().optional(),
      purpose: z.enum(PAUSE_PURPOSES).optional(),
      /** Whether it is paused besides being edited, and stays so when that is over. */
      stays: z.literal(true).optional(),
    })
    .nullable(),
  /** Why the plan ended or is ending before its todos were done. */
  ended_because: z.string().nullable(),
  ended_because_said: SaidSchema.optional(),
  progress: ProgressSchema,
  open_holds: z.int(),
  /** Approvals that count for later todos, too, until their time is over; absent when there are none. */
  remembered: z.array(RememberedApprovalSchema).optional(),
  forked_from: ForkOriginSchema.nullable(),
  /** How it was planned; null for a plan that a person wrote. */
  planning: PlanningSchema.nullable(),
  /** What it is for, how far its planning is, and what came of it; null without a goal. */
  goal: GoalViewSchema.nullable(),
  /** Why the model that plans, or writes the goal's answer, is asked again, and when; absent while it is not. */
  thinking_message: z.string().optional(),
  thinking_message_said: SaidSchema.optional(),
  /** Sequence number of the newest event. */
  seq: z.int(),
});

/** A plan with one page of its todos, in scheduling-independent plan order. */
export const PlanViewSchema = PlanHeadSchema.extend({
  todos: z.array(TodoSchema),
  todo_count: z.int(),
  /** Where the next page begins; null on the last. */
  next_offset: z.int().nullable(),
}).meta({ id: "Plan" });
export type PlanView = z.infer<typeof PlanViewSchema>;

/** Why a todo is not running: a stable code and a sentence. */
export const ReasonSchema = z
  .object({
    code: z.enum([
      "running",
      "retry",
      "finished",
      "dependency",
      "dependency_failed",
      "hold",
      "plan_review",
      "paused",
      "ending",
      "parallel_limit",
      "priority",
      "failed",
      "starting",
      "turn",
      "unclaimed",
      "claimed",
    ]),
    text: z.string(),
    text_said: SaidSchema.optional(),
    /** Whose inbox it is in, or who has claimed it. */
    person: z.string().optional(),
    todo_ids: z.array(TodoIdSchema).optional(),
    hold_id: z.string().optional(),
  })
  .meta({ id: "Reason" });
export type Reason = z.infer<typeof ReasonSchema>;

/** A todo as it is read by itself: with everything that it waits for. */
export const TodoDetailSchema = TodoSchema.extend({
  /** Why it does not run now; empty while it runs, and once it has ended. */
  waits_for: z.array(ReasonSchema),
}).meta({ id: "TodoDetail" });
export type TodoDetail = z.infer<typeof TodoDetailSchema>;

/** What runs, what would start next, and why every other open todo does not run. */
export const ScheduleSchema = z.object({
  running: z.array(TodoIdSchema),
  next: z.array(TodoIdSchema),
  waiting: z.array(z.object({ todo_id: TodoIdSchema, reasons: z.array(ReasonSchema) })),
});
export type Schedule = z.infer<typeof ScheduleSchema>;

/** The answer to an accepted command. */
export const ReceiptSchema = z
  .object({
    plan_id: PlanIdSchema,
    command_id: z.string(),
    /** Sequence number of the event that recorded the command. */
    seq: z.int(),
    /** The decided hold, when the command decided one. */
    hold: HoldSchema.optional(),
    /** The version that a change of the plan made; absent for other commands. */
    version: z.int().min(1).optional(),
    /** The todos that a change of the plan put into it, in plan order; absent when it put none. */
    added: z.array(TodoIdSchema).optional(),
  })
  .meta({ id: "Receipt" });
export type Receipt = z.infer<typeof ReceiptSchema>;

/** The answer to one new todo. */
export const AddedSchema = ReceiptSchema.extend({ todo_id: TodoIdSchema }).meta({ id: "Added" });
export type Added = z.infer<typeof AddedSchema>;

/**
 * A receipt as routes answer it, one shape for both statuses: who does not wait (202) knows no more than
 * that Temporal has the command.
 */
export const CommandReceiptSchema = ReceiptSchema.extend({
  /** Null until the plan has taken the command. */
  seq: z.int().nullable(),
  /** Null where it is not known yet. */
  accepted: z.null().optional(),
  hint: z.string().optional(),
}).meta({ id: "CommandReceipt" });
export type CommandReceipt = z.infer<typeof CommandReceiptSchema>;

export const ReasonInputSchema = z
  .strictObject({
    reason: longText(LIMITS.reason).optional(),
    command_id: CommandIdSchema.optional(),
  })
  .meta({ id: "ReasonInput" });
/** The body of resume. */
export const ResumeInputSchema = ReasonInputSchema.extend({
  /** "edit": only the editing is over; a plan that was paused besides stays so. */
  purpose: z.enum(PAUSE_PURPOSES).optional(),
});
/** The body of pause. */
export const ControlInputSchema = ReasonInputSchema.extend({
  /** For `pause`: `drain` unless it says `interrupt`. */
  mode: z.enum(PAUSE_MODES).optional(),
  /** For `pause`: "edit" shows everybody that somebody works on the plan (mode `plan_edit`). */
  purpose: z.enum(PAUSE_PURPOSES).optional(),
});

import { z } from "zod";
import { MODEL_ROLES } from "../model.ts";
import { LIMITS } from "../tables/limits.ts";
import { JsonObjectSchema, SaidSchema, TimestampSchema, TodoIdSchema } from "../text.ts";

const NamesSchema = z.array(z.string().max(LIMITS.title)).max(1_000);

/** How a plan was planned: what seeds S1 (PlanningState) and S2 (ExecutionPlan) keep about it. */
export const PlanningSchema = z
  .strictObject({
    /** What was asked for, as it was written. */
    raw_query: z.string().max(LIMITS.goal),
    /** What was understood: `intent_type`, `confidence`, `keywords`, `entities`. */
    analyzed_intent: JsonObjectSchema.nullable().default(null),
    intent_confidence: z.number().min(0).max(1).nullable().default(null),
    available_agents: NamesSchema.default([]),
    available_teams: NamesSchema.default([]),
    execution_strategy: z.string().max(LIMITS.name).nullable().default(null),
    /** Todos that can run at the same time, in the order of the groups. */
    parallel_groups: z.array(NamesSchema).max(LIMITS.todos).nullable().default(null),
    plan_validated: z.boolean().default(false),
    validation_errors: z.array(z.string().max(LIMITS.description)).max(100).default([]),
    /** Seconds. */
    estimated_total_time: z.number().min(0).nullable().default(null),
  })
  .meta({ id: "Planning" });
export type Planning = z.output<typeof PlanningSchema>;

/** One call of a model, as it is recorded: which prompt, which model, what it used. */
export const ModelCallSchema = z
  .object({
    turn: z.int(),
    role: z.enum(MODEL_ROLES),
    prompt: z.object({ name: z.string(), version: z.string() }),
    model: z.string(),
    usage: z.object({
      input_tokens: z.number(),
      output_tokens: z.number(),
      cost_usd: z.number().nullable(),
    }),
  })
  .meta({ id: "ModelCall" });
export type ModelCall = z.output<typeof ModelCallSchema>;

/** How far a goal is: being planned, asking a person, planned, being reported, reported. */
export const GOAL_PHASES = ["planning", "asking", "planned", "reporting", "reported"] as const;
export type GoalPhase = (typeof GOAL_PHASES)[number];

/** What came of a goal: an answer that cites todos, and those that gave nothing. */
export const GoalReportSchema = z
  .object({
    text: z.string(),
    text_said: SaidSchema.optional(),
    /** A model wrote it, or the results are listed. */
    source: z.enum(["model", "list"]),
    /** Todos on whose results it stands. */
    cites: z.array(TodoIdSchema),
    /** Todos that failed, were cancelled or skipped: it stands without them. */
    failed: z.array(TodoIdSchema),
    skipped: z.array(TodoIdSchema),
    at: TimestampSchema,
  })
  .meta({ id: "GoalReport" });

export const GoalViewSchema = z
  .object({
    text: z.string(),
    phase: z.enum(GOAL_PHASES),
    /** What people were asked about it, and what they said. */
    answers: z.array(
      z.object({
        question: z.string(),
        question_said: SaidSchema.optional(),
        answer: z.string(),
        by: z.string(),
      }),
    ),
    calls: z.array(ModelCallSchema),
    /** The final answer; null until the todos have ended. */
    report: GoalReportSchema.nullable(),
  })
  .meta({ id: "Goal" });
export type GoalView = z.output<typeof GoalViewSchema>;

/** What a planner may answer: the intent, and todos or a question. Read from text that nobody checked. */
export const PlanDraftSchema = z.object({
  intent: z.object({
    type: z.string().min(1).max(LIMITS.name),
    confidence: z.number().min(0).max(1),
    keywords: z.array(z.string().max(LIMITS.title)).max(100).default([]),
    entities: JsonObjectSchema.default({}),
  }),
  /** What a person has to say first, when the goal is not clear. */
  question: z.string().max(LIMITS.description).nullish(),
  title: z.string().max(LIMITS.title).nullish(),
  strategy: z.enum(["sequential", "parallel", "pipeline"]).default("parallel"),
  todos: z.array(JsonObjectSchema).max(LIMITS.planned_todos).default([]),
});

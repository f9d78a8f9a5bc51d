import { z } from "zod";
import { PlanViewSchema } from "../contract/plan/plan.ts";
import { PRIORITY_NAMES, PrioritySchema } from "../contract/plan/todo.ts";
import { named } from "../contract/sentences/sentence.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import { APPROVAL_RULES } from "../contract/tables/vocabulary.ts";
import {
  JsonObjectSchema,
  JsonSchema,
  lineText,
  titleText,
  PlanIdSchema,
  SaidSchema,
} from "../contract/text.ts";

/** A step as S2's ExecutionPlan and S1's execution_steps have it; fields of either are welcome. */
export const StepSchema = z.looseObject({
  step_id: z.string().max(200).optional(),
  agent_name: lineText(LIMITS.title),
  description: z.string().max(LIMITS.description).optional(),
  /** A number as S1 or S2 counts, or one of S2's words. */
  priority: z.union([z.number(), z.enum(PRIORITY_NAMES)], named("priority_word")).optional(),
  /** Names of agents or ids of steps. */
  dependencies: z.array(z.string().max(200)).max(LIMITS.dependencies_per_todo).default([]),
  /** What it is for, and what it is to give (S2). */
  agent_purpose: z.string().max(LIMITS.description).optional(),
  expected_output: z.string().max(LIMITS.description).optional(),
  /** Seconds. */
  estimated_time: z.number().min(0).max(LIMITS.max_timeout_seconds).optional(),
  /** Seconds. */
  timeout: z.number().optional(),
  retry_count: z.number().optional(),
  optional: z.boolean().default(false),
  input_mapping: z.record(z.string(), JsonSchema).default({}),
});
export type ImportedStep = z.output<typeof StepSchema>;

const steps = z.array(StepSchema).min(1).max(LIMITS.todos);

/** A todo as S2's SupervisorTodo has it: a step that its supervisor has begun to keep book of. */
const SupervisorTodoSchema = z.looseObject({
  id: z.string().max(200),
  name: z.string().max(LIMITS.description),
  description: z.string().max(LIMITS.description).default(""),
  agent_name: z.string().max(LIMITS.title).default(""),
  agent_purpose: z.string().max(LIMITS.description).default(""),
  expected_output: z.string().max(LIMITS.description).default(""),
  priority: PrioritySchema.optional(),
  dependencies: z.array(z.string().max(200)).max(LIMITS.dependencies_per_todo).default([]),
  /** As S2's converter fills it: the step's own `timeout`, `optional` and `input_mapping` are in it. */
  metadata: z
    .looseObject({
      timeout: z.number().optional(),
      optional: z.boolean().optional(),
      input_mapping: z.record(z.string(), JsonSchema).optional(),
    })
    .default({}),
  max_retries: z.number().optional(),
});
export type SupervisorTodo = z.output<typeof SupervisorTodoSchema>;
const names = z.array(z.string().max(LIMITS.title)).max(1_000);
const strategy = z.string().max(LIMITS.name);

/**
 * S2's ExecutionPlan (`steps`, `strategy`), or the `todos` of its supervisor, or S1's PlanningState (`execution_steps`,
 * `execution_strategy`) or the part of it that says what is to be done.
 */
export const SourceSchema = z
  .looseObject({
    steps: steps.optional(),
    strategy: strategy.optional(),
    execution_steps: steps.optional(),
    todos: z.array(SupervisorTodoSchema).min(1).max(LIMITS.todos).optional(),
    execution_strategy: strategy.optional(),
    /** Groups of steps that run one after another. */
    parallel_groups: z.array(z.array(z.string().max(200))).nullish(),
    raw_query: z.string().optional(),
    title: z.string().nullish(),
    /** What S1's PlanningState and S2's ExecutionPlan say besides: kept with the plan. */
    analyzed_intent: JsonObjectSchema.nullish(),
    /** Only an object is kept: what a mere word means is nobody's guess. */
    intent: JsonSchema.nullish(),
    intent_confidence: z.number().min(0).max(1).nullish(),
    available_agents: names.nullish(),
    available_teams: names.nullish(),
    plan_validated: z.boolean().nullish(),
    validation_errors: z.array(z.string().max(LIMITS.description)).max(100).nullish(),
    estimated_total_time: z.number().min(0).nullish(),
    estimated_time: z.number().min(0).nullish(),
    /** S1: its user has not approved it yet, and nothing of it may run before. */
    awaiting_user_approval: z.boolean().nullish(),
  })
  // S2 keeps its steps beside the todos that it has made of them.
  .refine(
    ({ steps: own, execution_steps, todos }) =>
      (own === undefined) !== (execution_steps === undefined) ||
      (own === undefined && todos !== undefined),
    { path: ["steps"], message: named("steps_needed") },
  );

/** Who does the work of an agent here: a tool. Agents that are not named are looked for by name. */
const AgentSchema = z.strictObject({
  tool_name: z.string().max(LIMITS.name),
  tool_params: JsonObjectSchema.default({}),
});

/** The body of an import. */
export const ImportInputSchema = z.strictObject({
  plan: SourceSchema,
  agents: z.record(z.string().max(LIMITS.title), AgentSchema).default({}),
  id: PlanIdSchema.optional(),
  title: titleText.optional(),
  approval: z.enum(APPROVAL_RULES).optional(),
  plan_review: z.boolean().optional(),
});
export type ImportInput = z.output<typeof ImportInputSchema>;

/** Something in the imported plan that has no place here, and what became of it. */
export const UnmappedSchema = z.object({
  pointer: z.string(),
  detail: z.string(),
  detail_said: SaidSchema.optional(),
});
export type Unmapped = z.infer<typeof UnmappedSchema>;

/** The answer to an import: the plan, or with `validate_only` what it would be. */
export const ImportedSchema = z.object({
  plan: PlanViewSchema,
  unmapped: z.array(UnmappedSchema),
});
export const ImportPreviewSchema = z.object({
  validate_only: z.literal(true),
  plan: JsonObjectSchema,
  unmapped: z.array(UnmappedSchema),
});

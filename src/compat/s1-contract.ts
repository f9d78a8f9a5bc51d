import { z } from "zod";
import { PrioritySchema } from "../contract/plan/todo.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import {
  JsonObjectSchema,
  JsonSchema,
  lineText,
  titleText,
  longText,
  TodoIdSchema,
} from "../contract/text.ts";

/*
 * Seed S1's shapes at `/api/todos/{session_id}`, field by field. A session is a plan, a step a todo;
 * a todo's title is the step's description.
 */

export const S1StepSchema = z.object({
  step_id: z.string(),
  agent_name: z.string(),
  description: z.string(),
  priority: z.int(),
  dependencies: z.array(z.string()),
  /** Seconds. */
  timeout: z.int(),
  retry_count: z.int(),
  optional: z.boolean(),
  /** `<step>.<path>` where a value comes from another step's result. */
  input_mapping: z.record(z.string(), z.string()),
  /** A todo that waits for another one, or for a person, is `pending` here. */
  status: z.enum(["pending", "in_progress", "completed", "failed", "skipped", "cancelled"]),
  progress_percentage: z.int(),
  started_at: z.string().nullable(),
  completed_at: z.string().nullable(),
  execution_time_ms: z.int().nullable(),
  /** A result that is no object stands under `value`. */
  result: JsonObjectSchema.nullable(),
  error: z.string().nullable(),
  error_details: z.string().nullable(),
  modified_by_user: z.boolean(),
  /** What the changed fields were at first. */
  original_values: JsonObjectSchema.nullable(),
});
export type S1Step = z.infer<typeof S1StepSchema>;

export const S1ModificationSchema = z.object({
  modification_id: z.string(),
  timestamp: z.string(),
  step_id: z.string(),
  modification_type: z.enum(["add", "remove", "modify", "reorder"]),
  field_changed: z.string().nullable(),
  old_value: JsonSchema,
  new_value: JsonSchema,
  reason: z.string().nullable(),
});
export type S1Modification = z.infer<typeof S1ModificationSchema>;

/** S1's PlanningState, and what seed S2 adds to it; the steps stand beside it. */
const S1PlanningSchema = z.object({
  raw_query: z.string(),
  analyzed_intent: JsonObjectSchema,
  intent_confidence: z.number(),
  available_agents: z.array(z.string()),
  available_teams: z.array(z.string()),
  execution_strategy: z.string(),
  parallel_groups: z.array(z.array(z.string())).nullable(),
  plan_validated: z.boolean(),
  validation_errors: z.array(z.string()),
  /** Seconds. */
  estimated_total_time: z.number(),
  awaiting_user_approval: z.boolean(),
  user_approved: z.boolean(),
  user_modifications: z.array(S1ModificationSchema),
  overall_progress_percentage: z.int(),
  completed_step_count: z.int(),
  failed_step_count: z.int(),
  total_step_count: z.int(),
  completed_todo_ids: z.array(z.string()),
  failed_todo_ids: z.array(z.string()),
  skipped_todo_ids: z.array(z.string()),
  current_todo_id: z.string().nullable(),
});
export type S1Planning = z.infer<typeof S1PlanningSchema>;

export const S1TodosSchema = z.object({
  session_id: z.string(),
  planning_state: S1PlanningSchema,
  execution_steps: z.array(S1StepSchema),
  overall_progress: z.int(),
  completed_count: z.int(),
  total_count: z.int(),
  awaiting_approval: z.boolean(),
  user_approved: z.boolean(),
});
export const S1ProgressSchema = z.object({
  overall_progress: z.int(),
  completed_count: z.int(),
  failed_count: z.int(),
  total_count: z.int(),
  current_step: z.string().nullable(),
});

export const S1HistorySchema = z.object({
  modifications: z.array(S1ModificationSchema),
  total_count: z.int(),
});

export const S1CheckpointsSchema = z.object({
  checkpoints: z.array(
    z.object({
      checkpoint_id: z.string(),
      timestamp: z.string(),
      phase: z.string(),
      overall_progress: z.int(),
    }),
  ),
});
export const S1RolledBackSchema = z.object({
  success: z.literal(true),
  checkpoint_id: z.string(),
  restored_state: z.object({ current_phase: z.string(), overall_progress: z.int() }),
});

const reason = longText(LIMITS.reason).nullish();
/** As long as the name of a tool or an agent may be. */
const agent_name = lineText(LIMITS.name);
const description = titleText;
const dependencies = z.array(TodoIdSchema).max(LIMITS.dependencies_per_todo);

/** The fields of a step that its user may change. */
const S1ChangesSchema = z
  .strictObject({
    agent_name,
    description,
    priority: PrioritySchema,
    dependencies,
    timeout: z.int().min(1).max(LIMITS.max_timeout_seconds),
    retry_count: z.int().min(0).max(LIMITS.max_retries),
    optional: z.boolean(),
    input_mapping: z.record(z.string(), JsonSchema),
  })
  .partial();
export type S1Changes = z.output<typeof S1ChangesSchema>;

export const S1ModifyInputSchema = z.strictObject({
  step_id: TodoIdSchema,
  modifications: S1ChangesSchema,
  reason,
});
export const S1AddInputSchema = z.strictObject({
  agent_name,
  description,
  priority: PrioritySchema,
  dependencies: dependencies.default([]),
  optional: z.boolean().default(false),
  reason,
});
export type S1AddInput = z.output<typeof S1AddInputSchema>;

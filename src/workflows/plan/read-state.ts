import { z } from "zod";
import { BudgetSchema, SpentSchema } from "../../contract/plan/agents/agent.ts";
import { ForkOriginSchema, NewPlanSchema, PlanViewSchema } from "../../contract/plan/plan.ts";
import { GoalViewSchema, PlanningSchema } from "../../contract/plan/planning.ts";
import { MAX_PROOF_KEYS, ProofKeySchema } from "../../contract/plan/proof.ts";
import {
  ApprovalPolicySchema,
  InputRequestSchema,
  NewTodoSchema,
  SkipSchema,
  TodoSchema,
} from "../../contract/plan/todo.ts";
import { named, readWording, type Wording } from "../../contract/sentences/sentence.ts";
import { LIMITS } from "../../contract/tables/limits.ts";
import { TODO_STATUSES } from "../../contract/tables/vocabulary.ts";
import { JsonObjectSchema, lineText, ReferencesSchema, TodoIdSchema } from "../../contract/text.ts";
import { codeOf, readAs } from "../../plan/model/read-as.ts";
import type { GoalState } from "../../plan/model/state/goal.ts";
import type { PlanState } from "../../plan/model/state/state.ts";
import type { TodoState } from "../../plan/model/state/todo-state.ts";

/** A run that has fewer events than this could continue as new without having done anything. */
const LEAST_HISTORY_EVENTS = 10;
/** Results are as deep as JSON may be, inside of a todo inside of a state. */
const STATE_DEPTH = LIMITS.json_depth + 4;

const nothing = z.array(z.unknown()).max(0);
const notYet = z.undefined().optional();
const { title, tool_name: _, ...written } = NewTodoSchema.shape;
const seconds = written.timeout_seconds.unwrap();
const retries = written.max_retries.unwrap();
const toolName = lineText(LIMITS.name);
const toolNames = z
  .array(toolName)
  .max(LIMITS.tags * 100)
  .optional();
const taskQueue = lineText(LIMITS.tag).nullable();

const WordingSchema = z.custom<Wording>((value) => readWording(value) !== undefined);

const WORK_FIELDS = {
  tool_name: true,
  tool_params: true,
  task_queue: true,
  agent_name: true,
  agent: true,
  input_request: true,
} as const;
const WorkSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("tool"),
    tool_name: toolName,
    tool_params: JsonObjectSchema,
    task_queue: taskQueue,
  }),
  z.object({
    kind: z.literal("agent"),
    agent_name: lineText(LIMITS.name),
  }),
  z.object({ kind: z.literal("question"), request: InputRequestSchema }),
  z.object({ kind: z.enum(["manual", "milestone"]) }),
]);

const TodoStateSchema = z.object({
  ...TodoSchema.omit({
    plan_id: true,
    blocks: true,
    kind: true,
    overdue: true,
    error_message_said: true,
    ...WORK_FIELDS,
  }).shape,
  due_in: written.due_in,
  agent_purpose: written.agent_purpose.unwrap(),
  expected_output: written.expected_output.unwrap(),
  agent: z.null(),
  blocker: z.null(),
  error_message: WordingSchema.nullable(),
  skipped: SkipSchema.omit({ reason_said: true })
    .extend({ reason: WordingSchema.nullable() })
    .nullable(),
  title,
  status: z.enum(TODO_STATUSES).exclude(["in_progress"]),
  work: WorkSchema,
  timeout_seconds: seconds,
  max_retries: retries,
  retry_count: retries,
  approved_references: ReferencesSchema.optional(),
  kept_digest: z.string().optional(),
  approval_lapsed: notYet,
  interrupted: notYet,
  attempt: notYet,
  first_attempt: notYet,
  unfinished: notYet,
  next_attempt: notYet,
  delivered: notYet,
  skipping: notYet,
  stopping: notYet,
  asks_recovery: notYet,
  reminded_of: notYet,
  warned_of: notYet,
  replanned: notYet,
  upstream_failed: notYet,
  ended_seq: z.literal(1).optional(),
} satisfies Record<keyof TodoState, z.ZodType>);

/** What no todo leaves out, packed or not. */
const ALWAYS_TOLD = {
  id: true,
  rank: true,
  title: true,
  work: true,
  created_at: true,
  updated_at: true,
} as const;

const GoalStateSchema = z.object({
  ...GoalViewSchema.pick({ text: true, calls: true }).shape,
  given: z.object({ title: z.boolean(), max_parallel: z.boolean() }),
  phase: z.enum(["planning", "planned"]),
  turn: z.int().min(1),
  refused: z.object({ draft: z.string(), mistakes: z.array(JsonObjectSchema) }).nullable(),
  question: WordingSchema.nullable(),
  answers: z.array(z.object({ question: WordingSchema, answer: z.string(), by: z.string() })),
  report: z.null(),
  moved: notYet,
} satisfies Record<keyof GoalState, z.ZodType>);

/**
 * What is usual may be left out, and then is what `unpackState` puts there. Only what is told is looked
 * at: zod looks at every field that there may be, which is most of what a plan's first task takes.
 */
const PackedTodoSchema = TodoStateSchema.pick(ALWAYS_TOLD)
  .loose()
  .superRefine((todo, context) => {
    for (const [field, value] of Object.entries(todo)) {
      if (field in ALWAYS_TOLD || !Object.hasOwn(TodoStateSchema.shape, field)) continue;
      const schema: z.ZodType = TodoStateSchema.shape[field as keyof TodoState];
      const { error } = schema.safeParse(value, { jitless: true, error: codeOf });
      for (const { path, ...issue } of error?.issues ?? []) {
        context.addIssue({ ...issue, path: [field, ...path] });
      }
    }
  });

/** A plan to which nothing has happened, as our own code hands it over: a fork keeps results. */
const PlanStateSchema = z.object({
  ...PlanViewSchema.pick({
    id: true,
    description: true,
    version: true,
    owner: true,
    approval: true,
    failure: true,
    replan_policy: true,
    plan_review: true,
    locked: true,
    created_at: true,
    started_at: true,
    completed_at: true,
    seq: true,
  }).shape,
  approval_policy: ApprovalPolicySchema.optional(),
  title: NewPlanSchema.shape.title,
  tags: NewPlanSchema.shape.tags.unwrap(),
  budget_usd: BudgetSchema.nullable(),
  raised_budget_usd: z.null(),
  spent: SpentSchema,
  orchestrator: z.object({ turns: z.literal(0), said: nothing }),
  max_parallel: NewPlanSchema.shape.max_parallel.unwrap(),
  approval_timeout_seconds: NewPlanSchema.shape.approval_timeout_seconds.unwrap(),
  context: JsonObjectSchema,
  status: z.literal("pending"),
  archived_at: z.null(),
  acknowledged_at: notYet,
  paused: z.null(),
  pauses: notYet,
  ending: z.null(),
  ended_because: z.null(),
  todos: z
    .array(PackedTodoSchema)
    .max(LIMITS.todos)
    .superRefine((todos, context) => {
      const known = new Set<string>();
      for (const [position, { id }] of todos.entries()) {
        const message = named("id_before");
        if (known.has(id)) context.addIssue({ code: "custom", path: [position, "id"], message });
        known.add(id);
      }
    }),
  next_todo: z.int().min(1),
  proof_keys: z.array(ProofKeySchema).max(MAX_PROOF_KEYS).optional(),
  quick_tools: toolNames,
  irreversible_tools: toolNames,
  approval_tools: toolNames,
  line_key: z.string().min(1).max(100).optional(),
  planning: PlanningSchema.nullable(),
  goal: GoalStateSchema.nullable(),
  forked_from: ForkOriginSchema.optional(),
  removed_runs: z.record(TodoIdSchema, z.int()).optional(),
  versions: z.array(
    z.object({
      version: z.int().min(1),
      changes: z.object({ todos: nothing, settings: z.null() }),
    }),
  ),
  holds: nothing,
  // Nor was it planned anew, and it has no sessions.
  sessions: notYet,
  deleted_prompts: notYet,
  replan: notYet,
  earlier_ends: nothing,
  seen: nothing,
  events: z.array(JsonObjectSchema),
  archive: nothing,
} satisfies Record<keyof PlanState, z.ZodType>);

const CarriedSchema = z.object({
  state: PlanStateSchema,
  history_events: z.int().min(LEAST_HISTORY_EVENTS).optional(),
});

/**
 * What our own code hands a plan's workflow, or what is wrong with it. The schemas are not exported: what
 * plans share is frozen as deeply as it is exported, and schemas fill caches (shared.ts).
 */
export function readState(input: object) {
  return readAs(CarriedSchema, input, STATE_DEPTH);
}

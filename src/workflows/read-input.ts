import { ApplicationFailure } from "@temporalio/workflow";
import { z } from "zod";
import { AgentNewsSchema, BudgetSchema, SpentSchema } from "../contract/plan/agents/agent.ts";
import { MESSAGE_NAMES } from "../contract/plan/commands.ts";
import {
  ForkOriginSchema,
  isGoal,
  NewGoalSchema,
  NewPlanSchema,
  PlanViewSchema,
} from "../contract/plan/plan.ts";
import { GoalViewSchema, PlanningSchema } from "../contract/plan/planning.ts";
import {
  CommandProofSchema,
  LineWordSchema,
  MAX_PROOF_KEYS,
  ProofKeySchema,
} from "../contract/plan/proof.ts";
import {
  InputRequestSchema,
  NewTodoSchema,
  SkipSchema,
  TodoSchema,
} from "../contract/plan/todo.ts";
import type { ProblemDetail } from "../contract/problem.ts";
import { english, named, readWording, say, type Wording } from "../contract/sentences/sentence.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import { TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import { TODO_STATUSES } from "../contract/tables/vocabulary.ts";
import {
  JsonObjectSchema,
  lineText,
  PlanIdSchema,
  ReferencesSchema,
  TemplateIdSchema,
  TodoIdSchema,
} from "../contract/text.ts";
import { createPlan } from "../plan/create/create.ts";
import type { RunTodo } from "../plan/effects.ts";
import { codeOf, readAs } from "../plan/model/read-as.ts";
import type { GoalState } from "../plan/model/state/goal.ts";
import type { PlanState } from "../plan/model/state/state.ts";
import type { TodoState } from "../plan/model/state/todo-state.ts";
import { unpackState, type PackedState } from "../plan/pack-state.ts";
import { createGoal } from "../plan/thinking/decide-goal.ts";
import { UNNAMED } from "./wire/messages.ts";

/*
 * Anyone can start the workflows by hand in Temporal UI, and what the core trips over later would
 * fail a workflow task for ever. So what they begin with is read as a message is.
 */

/** A run that has fewer events than this could continue as new without having done anything. */
const LEAST_HISTORY_EVENTS = 10;
/** Results are as deep as JSON may be, inside of a todo inside of a state. */
const STATE_DEPTH = LIMITS.json_depth + 4;
/** Temporal takes no longer one. */
const WORKFLOW_ID = 1_000;

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
  ended_seq: notYet,
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
 * The state of a plan that begins: what a person wrote, as `POST /v1/plans` takes it, or a state that
 * our own code made of it. A person's plan is called as its workflow is, by which Holdpoint finds it.
 * @throws ApplicationFailure with the place that is wrong.
 */
export function readPlanInput(
  input: unknown,
  given: { workflowId: string; at: string },
): PlanState {
  const refuse = ([mistake]: readonly ProblemDetail[]): ApplicationFailure =>
    refusal(
      "a plan",
      mistake,
      "Create plans through the Holdpoint API, or write one as it takes it.",
    );
  if (typeof input === "object" && input !== null && "state" in input) {
    const read = readAs(CarriedSchema, input, STATE_DEPTH);
    if ("mistakes" in read) throw refuse(read.mistakes);
    return unpackState(input.state as PackedState);
  }
  const read = isGoal(input) ? readAs(NewGoalSchema, input) : readAs(NewPlanSchema, input);
  if ("mistakes" in read) throw refuse(read.mistakes);
  const { workflowId, at } = given;
  const { plan_prefix } = TEMPORAL_NAMES;
  const id = workflowId.startsWith(plan_prefix) ? workflowId.slice(plan_prefix.length) : "";
  if (!PlanIdSchema.safeParse(id).success) {
    const detail = say("needs_workflow_id", { prefix: plan_prefix });
    throw refuse([{ pointer: "", detail }]);
  }
  if (read.value.id !== undefined && read.value.id !== id) {
    throw refuse([{ pointer: "/id", detail: say("must_be_workflow_id", { id }) }]);
  }
  if ("goal" in read.value) return createGoal(read.value, { id, owner: UNNAMED, at });
  const made = createPlan(read.value, { id, owner: UNNAMED, at });
  if ("state" in made) return made.state;
  throw refuse(made.problem.errors ?? [{ pointer: "", detail: made.problem.detail }]);
}

const TodoInputSchema = z.object({
  plan_id: PlanIdSchema,
  plan_workflow_id: z.string().min(1).max(WORKFLOW_ID),
  run: z.object({
    todo_id: TodoIdSchema,
    run: z.int().min(0),
    attempt: z.int().min(1),
    title,
    tool_name: toolName,
    args: z.looseObject({}),
    input_data: z.looseObject({}).nullable(),
    references: ReferencesSchema,
    timeout_seconds: seconds,
    task_queue: taskQueue,
    priority: z.int().min(0).max(10),
    long: z.boolean(),
    agent: AgentNewsSchema.optional(),
  } satisfies Record<keyof RunTodo, z.ZodType>),
  line: LineWordSchema.optional(),
});

/** @throws ApplicationFailure when this is not what a long todo's own workflow begins with. */
export const assertTodoInput = inputCheck(
  TodoInputSchema,
  "a todo",
  "Plans start their todos by themselves.",
  // What the plan resolved may be nested deeper than anything that it takes.
  Number.POSITIVE_INFINITY,
);

const ScheduledInputSchema = z.object({
  template_id: TemplateIdSchema,
  values: z.looseObject({}),
  owner: z.string().min(1).max(LIMITS.description),
  proof_keys: z.array(ProofKeySchema).max(MAX_PROOF_KEYS).optional(),
});

/** @throws ApplicationFailure when this is not what a schedule starts. */
export const assertScheduledInput = inputCheck(
  ScheduledInputSchema,
  "a schedule",
  "Make schedules through the Holdpoint API.",
);

const EndedInputSchema = z.object({
  plan_id: PlanIdSchema,
  run_id: z.string().min(1).max(WORKFLOW_ID),
  request: z.string().max(LIMITS.title).optional(),
  first: z
    .object({
      name: z.enum(MESSAGE_NAMES),
      command: z.looseObject({}),
      proof: CommandProofSchema.optional(),
    })
    .optional(),
});

/** @throws ApplicationFailure when this is not what an ended plan's workflow begins with. */
export const assertEndedInput = inputCheck(
  EndedInputSchema,
  "what is done with an ended plan",
  "Ask for it through the Holdpoint API.",
);

const WrittenTemplateSchema = z.looseObject({
  id: z.string(),
  title: z.string(),
  parameters: z.array(z.looseObject({ name: z.string() })),
  plan: z.looseObject({}),
});
const WrittenAgentSchema = z.looseObject({ name: z.string(), instructions: z.string() });

/** Whether a value is called a template, and has what lists show of one. */
export const isTemplate = shapeCheck(WrittenTemplateSchema);

/** Whether a value is called an agent, and says what it is to do. */
export const isKeptAgent = shapeCheck(WrittenAgentSchema);

/**
 * What looks at what a workflow begins with.
 * @param what it has to be the input of.
 * @param hint what to do instead of starting it by hand.
 * @param depth as `readAs` has it.
 * @throws ApplicationFailure from the check, with the place that is wrong.
 */
export function inputCheck(
  schema: z.ZodType,
  what: string,
  hint: string,
  depth?: number,
): (input: unknown) => void {
  return (input) => {
    const read = readAs(schema, input, depth);
    if ("mistakes" in read) throw refusal(what, read.mistakes[0], hint);
  };
}

function shapeCheck(schema: z.ZodType): (value: unknown) => boolean {
  return (value) => schema.safeParse(value, { jitless: true }).success;
}

function refusal(what: string, mistake: ProblemDetail | undefined, hint: string) {
  const { pointer, detail } = mistake ?? { pointer: "", detail: say("invalid") };
  return ApplicationFailure.nonRetryable(
    `This is not the input of ${what}: ${pointer || "it"} ${english(detail)} ${hint}`,
    "validation_failed",
  );
}

import { ApplicationFailure } from "@temporalio/workflow";
import { z } from "zod";
import { AgentNewsSchema } from "../contract/plan/agents/agent.ts";
import { MESSAGE_NAMES } from "../contract/plan/commands.ts";
import { isGoal, NewGoalSchema, NewPlanSchema } from "../contract/plan/plan.ts";
import { ModelCallSchema } from "../contract/plan/planning.ts";
import {
  CommandProofSchema,
  LineWordSchema,
  MAX_PROOF_KEYS,
  ProofKeySchema,
} from "../contract/plan/proof.ts";
import { NewTodoSchema } from "../contract/plan/todo.ts";
import type { ProblemDetail } from "../contract/problems/problem.ts";
import { english, say } from "../contract/sentences/sentence.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import { TEMPORAL_NAMES } from "../contract/tables/temporal-names.ts";
import {
  lineText,
  PlanIdSchema,
  ReferencesSchema,
  TemplateIdSchema,
  TodoIdSchema,
} from "../contract/text.ts";
import { createPlan } from "../plan/create/create.ts";
import type { RunTodo } from "../plan/effects.ts";
import { unpackState, type PackedState } from "../plan/model/packing/pack-state.ts";
import { readAs } from "../plan/model/read-as.ts";
import type { PlanState } from "../plan/model/state/state.ts";
import { createGoal } from "../plan/thinking/decide-goal.ts";
import { readState } from "./plan/read-state.ts";
import { UNNAMED } from "./wire/messages.ts";

/*
 * Anyone can start the workflows by hand in Temporal UI, and what the core trips over later would
 * fail a workflow task for ever. So what they begin with is read as a message is.
 */

/** Temporal takes no longer one. */
const WORKFLOW_ID = 1_000;

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
    const read = readState(input);
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

const { title, timeout_seconds } = NewTodoSchema.shape;

const TodoInputSchema = z.object({
  plan_id: PlanIdSchema,
  plan_workflow_id: z.string().min(1).max(WORKFLOW_ID),
  run: z.object({
    todo_id: TodoIdSchema,
    run: z.int().min(0),
    attempt: z.int().min(1),
    title,
    tool_name: lineText(LIMITS.name),
    args: z.looseObject({}),
    input_data: z.looseObject({}).nullable(),
    references: ReferencesSchema,
    timeout_seconds: timeout_seconds.unwrap(),
    task_queue: lineText(LIMITS.tag).nullable(),
    priority: z.int().min(0).max(10),
    long: z.boolean(),
    agent: AgentNewsSchema.optional(),
    most_inline: z.int().min(0).optional(),
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
  // The plan reads the command again, which stands deeper here than where it was taken.
  Number.POSITIVE_INFINITY,
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

const TurnSchema = z.object({
  answer: z.object({
    call: ModelCallSchema.omit({ turn: true }),
    text: z.string(),
    read: z.union([
      z.object({ problem: z.string() }),
      z.object({ data: z.unknown().refine((data) => data !== undefined) }),
    ]),
  }),
});
const NamesSchema = z.array(z.string());
const JudgedTurnSchema = TurnSchema.extend({
  offer: z.object({ tools: NamesSchema, agents: NamesSchema, teams: NamesSchema }),
  mistakes: z.array(
    z.object({
      pointer: z.string(),
      detail: z.object({ id: z.string(), values: z.looseObject({}) }),
    }),
  ),
});

/** Whether a value has what a turn of a model about a plan comes to: its worker may be of another version. */
export const IS_TURN = {
  plan: shapeCheck(JudgedTurnSchema.extend({ min_confidence: z.number() })),
  report: shapeCheck(TurnSchema),
  replan: shapeCheck(JudgedTurnSchema.extend({ base_version: z.int() })),
} as const;

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

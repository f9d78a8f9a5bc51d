import { z } from "zod";
import { LIMITS } from "../../tables/limits.ts";
import { AGENT_STEP_STATUSES, BLOCKER_KINDS } from "../../tables/vocabulary.ts";
import { DigestSchema, JsonObjectSchema, ReferencesSchema, TimestampSchema } from "../../text.ts";

/** One step of an agent's own list, as `todo_write` wrote it (S3). */
export const AgentStepSchema = z
  .object({
    id: z.string().min(1).max(LIMITS.name),
    content: z.string().min(1).max(LIMITS.title),
    status: z.enum(AGENT_STEP_STATUSES),
  })
  .meta({ id: "AgentStep" });
export type AgentStep = z.infer<typeof AgentStepSchema>;

/** What models may cost, in US dollars. */
export const BudgetSchema = z.number().min(0).max(LIMITS.budget_usd);

/** What models used: for one todo, or for a plan. */
export const SpentSchema = z
  .object({
    turns: z.int().min(0),
    input_tokens: z.int().min(0),
    output_tokens: z.int().min(0),
    /** In US dollars; turns of models without a price are not in it. */
    cost_usd: z.number().min(0),
  })
  .meta({ id: "Spent" });
export type Spent = z.infer<typeof SpentSchema>;

/** What an agent has done on its todo so far. */
export const AgentProgressSchema = z
  .object({
    /** The newest turn of the present run. */
    turn: z.int().min(0),
    spent: SpentSchema,
    steps: z.array(AgentStepSchema).max(LIMITS.agent_steps),
    /** It stopped with steps left and goes on by itself when this is over (S3). */
    countdown: z
      .object({ ends_at: TimestampSchema, seconds: z.int().min(1), left: z.int().min(0) })
      .nullable(),
    /** Where the conversations are kept that are over, by run and attempt: oldest first. */
    transcripts: z.array(z.string()),
  })
  .meta({ id: "AgentProgress" });
export type AgentProgress = z.infer<typeof AgentProgressSchema>;

/** Why a todo stands still that has been started (S4). */
export const BlockerSchema = z
  .object({
    kind: z.enum(BLOCKER_KINDS),
    /** Null until the hold is open: nothing is asked while the plan is paused. */
    hold_id: z.string().nullable(),
    /** What a person is asked. */
    question: z.string(),
  })
  .meta({ id: "Blocker" });

const callId = z.string().min(1).max(LIMITS.call_id);
const cost = z.number().min(0).max(1_000_000);

/** A call of a tool that waits for a person, as the agent's workflow tells of it. */
export const AgentCallSchema = z.object({
  call_id: callId,
  tool_name: z.string().min(1).max(LIMITS.name),
  args: JsonObjectSchema,
  references: ReferencesSchema,
});
export type AgentCall = z.infer<typeof AgentCallSchema>;

/** What an agent asks the orchestrator. */
export const AgentQuestionSchema = z.object({
  call_id: callId,
  question: z.string().min(1).max(LIMITS.description),
  context: z.string().max(LIMITS.description).nullable(),
  suggested_answers: z.array(z.string().min(1).max(LIMITS.title)).max(LIMITS.suggested_answers),
});
export type AgentQuestion = z.infer<typeof AgentQuestionSchema>;

/** The agent that asks by a hold, beside its plan: it goes on when it has an answer. */
export const AgentAskingSchema = z
  .object({
    agent_name: z.string(),
    /** Its call; null where no call asks. */
    call_id: z.string().nullable(),
    run: z.int(),
    attempt: z.int(),
    /** What the agent itself asked, where a person is asked in the orchestrator's words. */
    question: z.string().optional(),
    /** What the agent wrote beside it: data, as everything that models write. */
    context: z.string().nullable(),
    suggested_answers: z.array(z.string()),
  })
  .meta({ id: "AgentAsking" });
export type AgentAsking = z.infer<typeof AgentAskingSchema>;

const about = {
  todo_id: z.string(),
  run: z.int().min(0),
  attempt: z.int().min(1),
};

/** What an agent's workflow tells its plan while it goes on: once a turn. */
export const AgentReportSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("agent_turn"),
    ...about,
    turn: z.int().min(1),
    model: z.string().max(LIMITS.title),
    usage: z.object({
      input_tokens: z.int().min(0),
      output_tokens: z.int().min(0),
      cost_usd: cost.nullable(),
    }),
    /** Whether it wants to go on with another turn. */
    goes_on: z.boolean(),
    steps: z.array(AgentStepSchema).max(LIMITS.agent_steps),
    calls: z.array(AgentCallSchema).max(LIMITS.agent_calls),
    questions: z.array(AgentQuestionSchema).max(LIMITS.agent_calls),
    /** What its definition allows a run to cost. */
    cost_limit_usd: cost.nullable(),
    /** How many turns and tokens it allows a run; absent where its worker does not say. */
    limits: z.object({ turns: z.int().min(1), tokens: z.int().min(1).nullable() }).optional(),
  }),
  z.object({
    type: z.literal("agent_countdown"),
    ...about,
    seconds: z.int().min(0).max(60),
    left: z.int().min(0),
  }),
  /** It has worked for all the seconds that it may, and waits where a person is to be asked. */
  z.object({
    type: z.literal("agent_time_over"),
    ...about,
    seconds: z.int().min(1).max(LIMITS.max_timeout_seconds),
  }),
  /** Its conversation is over and kept. */
  z.object({ type: z.literal("agent_kept"), ...about, transcript: DigestSchema }),
]);
export type AgentReport = z.infer<typeof AgentReportSchema>;

const callOf = { call_id: callId };
/** What a person was asked; absent where these are the agent's own words. */
const askedOf = { asked: z.string().optional() };
/** What a plan answers its agent: to a call that waited, or to a question. */
export const AgentReplySchema = z.discriminatedUnion("kind", [
  /** The call runs, with exactly these arguments. */
  z.object({
    kind: z.literal("run"),
    ...callOf,
    args: JsonObjectSchema,
    references: ReferencesSchema,
    /** Who wrote the arguments; absent where they are the model's. */
    changed_by: z.string().optional(),
  }),
  z.object({
    kind: z.literal("refused"),
    ...callOf,
    ...askedOf,
    by: z.string(),
    reason: z.string().nullable(),
  }),
  z.object({ kind: z.literal("answer"), ...callOf, ...askedOf, by: z.string(), text: z.string() }),
]);
export type AgentReply = z.infer<typeof AgentReplySchema>;

/** How many turns and tokens people let a run use, and for how many seconds they let it work, where that is more than its agent's definition says. */
export const RaisedLimitsSchema = z.object({
  turns: z.int().min(1).optional(),
  tokens: z.int().min(1).optional(),
  seconds: z.int().min(1).optional(),
});
export type RaisedLimits = z.infer<typeof RaisedLimitsSchema>;

/** What an agent has to know of its plan, as it is now. */
export const AgentNewsSchema = z.object({
  /** Whether it may have another turn. */
  may_go_on: z.boolean(),
  /** The newest turn that the plan has taken note of; null when the agent need not wait for that. */
  seen_turn: z.int().nullable(),
  /** A person is asked once its turns or tokens are used up: it waits for them. Absent where nobody would be. */
  asks_limits: z.literal(true).optional(),
  /** The same once its time is over. */
  asks_time: z.literal(true).optional(),
  /** What people have raised these limits to. */
  raised: RaisedLimitsSchema.optional(),
  /** The newest turn after whose countdown it may go on by itself; absent when it need not wait for that. */
  continued_turn: z.int().optional(),
  /** How many pauses the plan has had: each ends a countdown, which begins anew after it. Absent for none. */
  pauses: z.int().optional(),
  /** What people are being asked in other words than the agent's own; absent where nothing is. */
  asked: z.array(z.object({ ...callOf, question: z.string() })).optional(),
  replies: z.array(AgentReplySchema),
});
export type AgentNews = z.infer<typeof AgentNewsSchema>;

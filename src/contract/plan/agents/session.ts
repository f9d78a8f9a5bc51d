import { z } from "zod";
import { LANGUAGES } from "../../sentences/catalog.ts";
import { LIMITS } from "../../tables/limits.ts";
import { CONTINUATION_SKIPS, SESSION_TYPES } from "../../tables/vocabulary.ts";
import {
  CommandIdSchema,
  lineText,
  SessionIdSchema,
  TimestampSchema,
  TodoIdSchema,
} from "../../text.ts";
import { FieldDifferenceSchema } from "../edit.ts";
import { TodoDetailSchema } from "../plan.ts";

const agent = lineText(LIMITS.name);
/** What the agent may do, as its last message says; S3 asks for these two. */
const ToolsSchema = z
  .strictObject({ write: z.boolean().optional(), edit: z.boolean().optional() })
  .meta({ id: "SessionToolsSaid" });

/** How a session of an agent makes itself known to a plan. */
export const RegistrationSchema = z
  .strictObject({
    session_id: SessionIdSchema,
    /** Whose todos it works on: those that are assigned to this name. */
    assignee: lineText(LIMITS.tag),
    session_type: z.enum(SESSION_TYPES).default("main"),
    /** The agent that is active in it. */
    agent: agent.optional(),
    tools: ToolsSchema.optional(),
    /** In which language it is told to go on. */
    language: z.enum(LANGUAGES).default("en"),
  })
  .meta({ id: "SessionRegistration" });
export const RegistrationInputSchema = RegistrationSchema.extend({
  command_id: CommandIdSchema.optional(),
}).meta({ id: "SessionRegistrationInput" });

const plain = <const Type extends string>(type: Type) => z.strictObject({ type: z.literal(type) });
const role = z.enum(["user", "assistant"]);
const tool = lineText(LIMITS.name).optional();
const background = { background_task_id: lineText(LIMITS.name) };

/** What happens in a session, in S3's words. */
export const SessionEventSchema = z
  .discriminatedUnion("type", [
    /** It has stopped. */
    plain("session.idle"),
    plain("session.error"),
    plain("session.deleted"),
    /** The harness restores it (`markRecovering`) … */
    plain("session.recovering"),
    /** … and has done so (`markRecoveryComplete`). */
    plain("session.recovered"),
    z.strictObject({
      type: z.literal("message.updated"),
      role,
      agent: agent.optional(),
      tools: ToolsSchema.optional(),
    }),
    z.strictObject({ type: z.literal("message.part.updated"), role }),
    z.strictObject({ type: z.literal("tool.execute.before"), tool }),
    z.strictObject({ type: z.literal("tool.execute.after"), tool }),
    z.strictObject({ type: z.literal("background_task.started"), ...background }),
    z.strictObject({ type: z.literal("background_task.ended"), ...background }),
  ])
  .meta({ id: "SessionEvent" });
export type SessionEvent = z.output<typeof SessionEventSchema>;

/** The body that tells an event. */
export const SessionEventInputSchema = z
  .strictObject({ event: SessionEventSchema, command_id: CommandIdSchema.optional() })
  .meta({ id: "SessionEventInput" });
/** The body of what needs no more than a session. */
export const SessionCommandInputSchema = z
  .strictObject({ command_id: CommandIdSchema.optional() })
  .meta({ id: "SessionCommandInput" });
/** What a session may say while it works. */
export const noteField = { note: lineText(LIMITS.title).optional() };
export const HeartbeatInputSchema = SessionCommandInputSchema.extend(noteField).meta({
  id: "HeartbeatInput",
});
export const AckInputSchema = z
  .strictObject({ prompt_id: lineText(2 * LIMITS.name), command_id: CommandIdSchema.optional() })
  .meta({ id: "AckInput" });

/** What a session that stopped is told: the same words until it says that it has them. */
export const PromptSchema = z
  .object({
    id: z.string(),
    /** To whom: the agent that was active last. */
    agent: z.string().nullable(),
    text: z.string(),
    done: z.int(),
    total: z.int(),
    left: z.int(),
    injected_at: TimestampSchema,
  })
  .meta({ id: "ContinuationPrompt" });

/** A session as people and agents see it. */
export const SessionSchema = z
  .object({
    id: SessionIdSchema,
    plan_id: z.string(),
    assignee: z.string(),
    type: z.enum(SESSION_TYPES),
    agent: z.string().nullable(),
    tools: z.object({ write: z.boolean(), edit: z.boolean() }),
    language: z.enum(LANGUAGES),
    registered_by: z.string(),
    registered_at: TimestampSchema,
    /** The todo that it holds, and until when it does without another heartbeat. */
    lease: z
      .object({
        todo_id: TodoIdSchema,
        run: z.int(),
        until: TimestampSchema,
        /** The plan's version in which it claimed the todo; absent in leases from before this was kept. */
        version: z.int().optional(),
        /** What the todo says otherwise since then, and the version in which it says so. */
        changed: z
          .object({ version: z.int(), by: z.string(), fields: z.array(FieldDifferenceSchema) })
          .optional(),
      })
      .nullable(),
    /** What it said last about what it is doing. */
    note: z.string().nullable(),
    recovering: z.boolean(),
    last_error_at: TimestampSchema.nullable(),
    background_tasks: z.array(z.string()),
    /** It stopped and is continued when this is over. */
    countdown: z.object({ ends_at: TimestampSchema, seconds_left: z.int() }).nullable(),
    /** Why it was not continued when it stopped last. */
    skipped: z.enum(CONTINUATION_SKIPS).nullable(),
    prompt: PromptSchema.nullable(),
    /** Of the todos that are assigned to it. */
    todos: z.object({ done: z.int(), total: z.int(), left: z.int() }),
  })
  .meta({ id: "Session" });
export type Session = z.infer<typeof SessionSchema>;
export const SessionListSchema = z
  .object({ sessions: z.array(SessionSchema) })
  .meta({ id: "SessionList" });

/** Whether the plan wrote down what it was told: it does not write what changes nothing. */
export const SessionAnswerSchema = z
  .object({ recorded: z.boolean(), session: SessionSchema.nullable() })
  .meta({ id: "SessionAnswer" });

export const ClaimAnswerSchema = SessionAnswerSchema.extend({
  /** What the session holds now: the todo to do, or nothing. */
  todo: TodoDetailSchema.nullable(),
}).meta({ id: "ClaimAnswer" });

/** What a session is to do next. */
export const NextSchema = z
  .discriminatedUnion("kind", [
    /** It can claim this todo, which is not its own before. */
    z.object({ kind: z.literal("work"), todo: TodoDetailSchema }),
    /** It stopped, and is told to go on: the same words again until it acknowledges them. */
    z.object({ kind: z.literal("prompt"), prompt: PromptSchema }),
    z.object({ kind: z.literal("nothing") }),
  ])
  .meta({ id: "NextForSession" });
export type NextForSession = z.infer<typeof NextSchema>;

import { z } from "zod";
import { savedFields, toldAgain } from "./kept.ts";
import { MODEL_ROLES, type ModelTool } from "./model.ts";
import { named } from "./sentences/sentence.ts";
import { LIMITS } from "./tables/limits.ts";

/** What agents are called in todos, commands and chat. */
export const AgentNameSchema = z
  .string()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u, named("agent_name"));

/** How far an agent may go with one todo before a person is asked. */
const AgentLimitsSchema = z.strictObject({
  turns: z.int().min(1).max(1_000).default(30),
  tokens: z.int().min(1).max(100_000_000).default(500_000),
  /** US dollars; null: only the other limits hold. */
  cost_usd: z.number().positive().max(100_000).nullable().default(null),
  seconds: z.int().min(1).max(LIMITS.max_timeout_seconds).default(3_600),
});

const ToolNamesSchema = z.array(z.string().min(1).max(LIMITS.name)).max(200).default([]);

/** An agent as the configuration names it. */
export const AgentSettingsSchema = z.strictObject({
  name: AgentNameSchema,
  /** One line for people and for the planner: what it is for. */
  description: z.string().max(LIMITS.title).default(""),
  /** What the model is told about its work. */
  instructions: z.string().min(1).max(20_000),
  /** Instead of the model of the role "agent". */
  model: z.string().min(1).max(200).nullable().default(null),
  /** The team that it belongs to (S1, S2). */
  team: AgentNameSchema.nullable().default(null),
  /** Tools that it may use. */
  tools: ToolNamesSchema,
  /** Those of them whose every call a person approves first. */
  approval_tools: ToolNamesSchema,
  /** Whether it has to write a list of its steps before it changes anything (S3). */
  todo_list: z.boolean().default(true),
  /** After how long it goes on by itself when it stops with steps left: two seconds where it is not said (S3). */
  countdown_seconds: z.int().min(1).max(60).optional(),
  limits: AgentLimitsSchema.prefault({}),
});
export type AgentSettings = z.output<typeof AgentSettingsSchema>;

/** An agent as who may manage them writes it; its name stands in the address. */
export const AgentInputSchema = AgentSettingsSchema.omit({ name: true })
  .extend({
    /** The version that it was written on; 0: there is none yet. It is refused when there is another. */
    after_version: z.int().min(0).optional(),
    /** As in the address: one that was read has it here, too. */
    name: z.string().optional(),
    ...toldAgain,
  })
  .meta({ id: "AgentInput" });

/** An agent that is kept by the API, not named in the configuration. */
export const KeptAgentSchema = z
  .object({
    ...AgentSettingsSchema.shape,
    ...savedFields,
  })
  .meta({ id: "KeptAgent" });
export type KeptAgent = z.output<typeof KeptAgentSchema>;

/** A kept agent in a list: its instructions stay with those who manage it. */
export const KeptAgentSummarySchema = KeptAgentSchema.omit({ instructions: true });
export type KeptAgentSummary = z.output<typeof KeptAgentSummarySchema>;

/** An agent as others see it: its instructions stay with those who run it. */
export const AgentViewSchema = AgentSettingsSchema.omit({ instructions: true }).extend({
  /** The model that it uses; null when none is configured. */
  model: z.string().nullable(),
  /** Who saved it by the API, and when; null for one that the configuration names. */
  kept: KeptAgentSchema.pick({ version: true, saved_by: true, saved_at: true }).nullable(),
});
export type AgentView = z.output<typeof AgentViewSchema>;

/** Agents, before it is said what others could be given. */
export const KnownAgentsSchema = z.object({
  /** In the order of the configuration; then those that the API keeps, by name. */
  agents: z.array(AgentViewSchema),
  /** The model of each role; null when none is configured. */
  models: z.record(z.enum(MODEL_ROLES), z.string()).nullable(),
  /** Whether a script plays the models, as in a demo: then nothing that they say is a model's. */
  scripted: z.boolean(),
});
export type KnownAgents = z.output<typeof KnownAgentsSchema>;

export const AgentListSchema = KnownAgentsSchema.extend({
  /** The names of all tools that agents may be given. */
  tools: z.array(z.string()),
}).meta({ id: "AgentList" });
export type AgentList = z.output<typeof AgentListSchema>;

/** What an agent may use up; null where nothing bounds it. */
export interface AgentLimits {
  /** Turns of its model in one run. */
  readonly turns: number;
  /** Tokens in and out, of all turns of one run. */
  readonly tokens: number | null;
  /** What a run may cost before a person is asked, in US dollars. */
  readonly cost_usd: number | null;
  /** How long it may work; the time in which it waits for people does not count. */
  readonly seconds: number | null;
}

/** A tool as an agent knows it. */
export interface AgentTool extends ModelTool {
  /** Whether it changes nothing anywhere: an agent may use it before it has written a list. */
  readonly read_only?: boolean;
}

/** An agent as its workflow needs it: who it is, what it may use and how much of it. */
export interface AgentDefinition {
  readonly name: string;
  readonly instructions: string;
  /** Instead of the model of the role `agent`. */
  readonly model?: string;
  readonly tools: readonly AgentTool[];
  /** Names of those of its tools that a person approves call by call. */
  readonly approval: readonly string[];
  /** Whether it has to write a list of its steps before it changes anything. */
  readonly todo_list: boolean;
  /** S3's two where it does not say. */
  readonly countdown_seconds?: number;
  readonly limits: AgentLimits;
}

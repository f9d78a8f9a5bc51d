import { z } from "zod";
import { MODEL_ROLES } from "./model.ts";
import { LIMITS } from "./tables/limits.ts";

/** What agents are called in todos, commands and chat. */
const AgentNameSchema = z
  .string()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u,
    'must be 1–64 letters, digits, "_", "." or "-", starting with a letter or digit',
  );

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
  limits: AgentLimitsSchema.prefault({}),
});
export type AgentSettings = z.output<typeof AgentSettingsSchema>;

/** An agent as others see it: its instructions stay with those who run it. */
export const AgentViewSchema = AgentSettingsSchema.omit({ instructions: true }).extend({
  /** The model that it uses; null when none is configured. */
  model: z.string().nullable(),
});
export type AgentView = z.output<typeof AgentViewSchema>;

export const AgentListSchema = z
  .object({
    /** In the order of the configuration. */
    agents: z.array(AgentViewSchema),
    /** The model of each role; null when none is configured. */
    models: z.record(z.enum(MODEL_ROLES), z.string()).nullable(),
  })
  .meta({ id: "AgentList" });
export type AgentList = z.output<typeof AgentListSchema>;

import { z } from "zod";
import type { KnownAgents, AgentSettings } from "../contract/agent.ts";
import { MODEL_ROLES, type ModelRole } from "../contract/model.ts";

const ModelNameSchema = z.string().min(1).max(200);
const PriceSchema = z.number().min(0).max(1_000_000);

/** How models are reached, as the configuration says it. The key itself stays in the environment. */
export const ModelSettingsSchema = z.strictObject({
  /** Any server that speaks OpenAI's chat completions. */
  base_url: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/^https?:\/\/[^/]*@/.test(url), {
      error: "must hold no user or password: name an environment variable in key_variable",
    })
    .default("https://api.openai.com/v1"),
  /** Which environment variable of the worker holds the key; null for a server that wants none. */
  key_variable: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be the name of an environment variable")
    .nullable()
    .default("OPENAI_API_KEY"),
  /**
   * A module that answers in place of a server, for demos and tests: it exports `model`, such as what
   * `createScriptedModel` makes. Relative to the configuration file. Then no server is asked.
   */
  script: z.string().min(1).optional(),
  /** For every role that `roles` does not name. */
  model: ModelNameSchema,
  roles: z.partialRecord(z.enum(MODEL_ROLES), ModelNameSchema).default({}),
  /** US dollars per million tokens, by model; of others no cost is known. */
  prices: z
    .record(
      ModelNameSchema,
      z.strictObject({ input_per_million: PriceSchema, output_per_million: PriceSchema }),
    )
    .default({}),
  /** How long one turn may take. */
  timeout_seconds: z.number().min(1).max(3_600).default(180),
  /** How many tokens one turn may answer. */
  max_output_tokens: z.int().min(1).max(1_000_000).default(16_000),
  planning: z
    .strictObject({
      /** A plan that the planner is less sure of than this asks a person first. */
      min_confidence: z.number().min(0).max(1).default(0.7),
    })
    .prefault({}),
});
export type ModelSettings = z.output<typeof ModelSettingsSchema>;

/** The model that a role uses. */
export function modelOf({ model, roles }: ModelSettings, role: ModelRole): string {
  return roles[role] ?? model;
}

/** What a turn costs in US dollars; null when the model has no price in the table. */
export function costOf(
  { prices }: Pick<ModelSettings, "prices">,
  model: string,
  tokens: { readonly input_tokens: number; readonly output_tokens: number },
): number | null {
  if (!Object.hasOwn(prices, model)) return null;
  const { input_per_million, output_per_million } = prices[model]!;
  return (
    (tokens.input_tokens * input_per_million + tokens.output_tokens * output_per_million) / 1e6
  );
}

/** The agents and models of a configuration as everyone may see them. */
export function listAgents(
  agents: readonly AgentSettings[],
  models: ModelSettings | null,
): KnownAgents {
  return {
    agents: agents.map(({ instructions: _, ...agent }) => ({
      ...agent,
      model: models === null ? agent.model : (agent.model ?? modelOf(models, "agent")),
      kept: null,
    })),
    models:
      models === null
        ? null
        : (Object.fromEntries(
            MODEL_ROLES.map((role) => [role, modelOf(models, role)]),
          ) as NonNullable<KnownAgents["models"]>),
    scripted: models?.script !== undefined,
  };
}

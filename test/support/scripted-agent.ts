import { ApplicationFailure, Context } from "@temporalio/activity";
import { startHeartbeat } from "../../src/activities/tools/tool-activity.ts";
import {
  AgentSettingsSchema,
  type AgentDefinition,
  type AgentSettings,
} from "../../src/contract/agent.ts";
import type { ModelAnswer, ModelRequest } from "../../src/contract/model.ts";
import type { Json } from "../../src/contract/text.ts";

/** What a scripted model says in one turn. */
export interface ScriptTurn {
  readonly say?: string;
  readonly calls?: readonly (readonly [name: string, args: Json | { readonly raw: string }])[];
  readonly ended?: ModelAnswer["ended"];
  readonly cost_usd?: number | null;
  readonly tokens?: number;
  /** The turn is answered once this has resolved. */
  readonly after?: Promise<unknown>;
}

export interface ScriptedModel {
  readonly modelTurn: (request: ModelRequest) => Promise<ModelAnswer>;
  /** Every request, in order; those of killed attempts, too. */
  readonly requests: readonly ModelRequest[];
  /** Resolves once the turn has been asked for. */
  asked(todoId: string, turn: number): Promise<ModelRequest>;
}

/**
 * A model that says what is written for it: for each todo its agent's turns, and under
 * `orchestrator` those of the plan's. It fails for good when the script is over.
 */
export function scriptModel(
  script: Readonly<Record<string, readonly ScriptTurn[]>>,
): ScriptedModel {
  const requests: ModelRequest[] = [];
  const watchers: (() => void)[] = [];
  const keyOf = ({ role, turn_key }: ModelRequest): readonly [string, number] => {
    const parts = turn_key.split("/");
    return [role === "orchestrator" ? role : parts[1]!, Number(parts.at(-1))];
  };
  return {
    requests,
    async modelTurn(request) {
      const heartbeat = startHeartbeat(Context.current());
      try {
        requests.push(request);
        for (const look of watchers) look();
        const [who, turn] = keyOf(request);
        const said = script[who]?.[turn - 1];
        if (said === undefined) {
          throw ApplicationFailure.nonRetryable(`The script of ${who} has no turn ${turn}.`);
        }
        await Promise.race([said.after, Context.current().cancelled]);
        return toAnswer(said);
      } finally {
        heartbeat.stop();
      }
    },
    async asked(todoId, turn) {
      for (;;) {
        const found = requests.find((request) => {
          const [who, asked] = keyOf(request);
          return who === todoId && asked === turn;
        });
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => watchers.push(resolve));
      }
    },
  };
}

function toAnswer({
  say = "",
  calls = [],
  ended,
  cost_usd = 0.01,
  tokens = 100,
}: ScriptTurn): ModelAnswer {
  return {
    content: say,
    tool_calls: calls.map(([name, args]) => ({
      id: "same",
      name,
      arguments:
        typeof args === "object" && args !== null && "raw" in args && typeof args.raw === "string"
          ? args.raw
          : JSON.stringify(args),
    })),
    ended: ended ?? (calls.length > 0 ? "tool_calls" : "done"),
    model: "scripted-1",
    usage: { input_tokens: tokens, output_tokens: 10, cost_usd },
  };
}

/** An agent of the configuration with these tools. */
export const configuredAgent = (
  tools: readonly string[],
  more: Partial<AgentSettings> = {},
): AgentSettings =>
  AgentSettingsSchema.parse({
    name: "writer",
    instructions: "You write reports.",
    tools,
    todo_list: false,
    ...more,
  });

/** A Holdpoint that has these agents, who say what their model's script says. */
export const withAgents = (model: ScriptedModel, ...agents: AgentSettings[]) => ({
  config: { agents },
  model: { turn: model.modelTurn },
});

/** An agent with these tools; all else as a test wants it. */
export function agentOf(
  tools: readonly string[],
  {
    limits,
    ...more
  }: Partial<Omit<AgentDefinition, "limits">> & {
    readonly limits?: Partial<AgentDefinition["limits"]>;
  } = {},
): AgentDefinition {
  return {
    name: "writer",
    instructions: "You write reports.",
    tools: tools.map((name) => ({
      name,
      description: `The tool ${name}`,
      parameters: { type: "object" },
      read_only: name.startsWith("read"),
    })),
    approval: [],
    todo_list: false,
    limits: { turns: 20, tokens: null, cost_usd: null, seconds: null, ...limits },
    ...more,
  };
}

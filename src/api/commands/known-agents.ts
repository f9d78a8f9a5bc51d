import type { z } from "zod";
import type { KnownNames } from "../../compat/import-plan.ts";
import type { AgentInputSchema, KnownAgents } from "../../contract/agent.ts";
import { refusal, wrongAt } from "../../contract/problems/problem-error.ts";
import type { ProblemDetail } from "../../contract/problems/problem.ts";
import { say, type Sentence } from "../../contract/sentences/sentence.ts";
import type { AgentGateway } from "../gateway/records.ts";
import { misnamedAt } from "../http/problem.ts";
import { unknownTool, type ToolCatalog } from "./new-plan.ts";

export interface AgentDeps {
  /** The agents of the configuration, and the models. */
  readonly agents: KnownAgents;
  readonly keptAgents: AgentGateway;
}

/** The agents of the configuration, then those that the API keeps: none of these has a name of those. */
export async function knownAgents({ agents: own, keptAgents }: AgentDeps): Promise<KnownAgents> {
  const configured = new Set(own.agents.map(({ name }) => name));
  const kept = (await keptAgents.list()).filter(({ name }) => !configured.has(name));
  return {
    ...own,
    agents: [
      ...own.agents,
      ...kept.map(({ version, saved_by, saved_at, ...agent }) => ({
        ...agent,
        model: agent.model ?? own.models?.agent ?? null,
        kept: { version, saved_by, saved_at },
      })),
    ],
  };
}

/** Which names do work here: those of the tools and of the agents, as they are now. */
export async function knownNames({
  tools,
  ...deps
}: AgentDeps & { readonly tools: ToolCatalog }): Promise<KnownNames> {
  const { agents } = await knownAgents(deps);
  const names = new Set(agents.map(({ name }) => name));
  return {
    hasTool: (name) => tools.get(name) !== undefined,
    hasAgent: (name) => names.has(name),
  };
}

/** @throws Refusal `agent_configured` when the configuration names this agent: it is changed there. */
export function assertNotConfigured({ agents }: Pick<AgentDeps, "agents">, name: string): void {
  if (!agents.agents.some((agent) => agent.name === name)) return;
  throw refusal(
    "agent_configured",
    say("agent_is_configured", { name }),
    say("change_configuration"),
  );
}

/** @throws Refusal `no_model` when no model is configured that could plan. */
export function assertModel(
  { models }: KnownAgents,
  detail: Sentence = say("no_model_for_goal"),
): void {
  if (models !== null) return;
  throw refusal("no_model", detail, say("configure_model"));
}

type AgentWritten = Pick<z.output<typeof AgentInputSchema>, "name" | "tools" | "approval_tools">;

/**
 * @throws Refusal when it has another name than its address, may use a tool that does not exist, or
 * needs approval for one it may not use.
 */
export function assertAgentFits(
  address: string,
  { name, tools, approval_tools }: AgentWritten,
  known: ToolCatalog,
): void {
  const unknown = tools.flatMap((tool, place): ProblemDetail[] =>
    known.get(tool) !== undefined
      ? []
      : [{ pointer: `/tools/${place}`, code: "unknown_tool", detail: unknownTool(tool, known) }],
  );
  const stray = approval_tools.flatMap((tool, place): ProblemDetail[] =>
    tools.includes(tool)
      ? []
      : [{ pointer: `/approval_tools/${place}`, detail: say("approval_of_no_tool", { tool }) }],
  );
  const errors = [...misnamedAt("/name", name, address), ...unknown, ...stray];
  if (errors.length > 0) throw wrongAt(errors, say("correct_agent"), errors[0]?.code);
}

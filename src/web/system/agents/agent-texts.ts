import type { AgentInput } from "../../../client/shapes.ts";
import type { AgentList, AgentSettings, KeptAgent } from "../../../contract/agent.ts";
import { readNumber } from "../../../text/read-number.ts";

const NUMBERS = ["turns", "tokens", "seconds", "cost_usd"] as const;
export type NumberField = (typeof NUMBERS)[number];
export type WordField = "name" | "description" | "instructions" | "model" | "team";

/** An agent as it stands in the fields of a form. */
export type AgentTexts = Readonly<Record<WordField | NumberField, string>> & {
  readonly tools: readonly string[];
  readonly approval_tools: readonly string[];
  readonly todo_list: boolean;
};

/** What the fields begin with: the agent as it is kept, or a new one, whose empty limits are the usual ones. */
export function textsOf(agent: AgentSettings | undefined): AgentTexts {
  const limit = (field: NumberField): string => String(agent?.limits[field] ?? "");
  return {
    name: agent?.name ?? "",
    description: agent?.description ?? "",
    instructions: agent?.instructions ?? "",
    model: agent?.model ?? "",
    team: agent?.team ?? "",
    tools: agent?.tools ?? [],
    approval_tools: agent?.approval_tools ?? [],
    todo_list: agent?.todo_list ?? true,
    turns: limit("turns"),
    tokens: limit("tokens"),
    seconds: limit("seconds"),
    cost_usd: limit("cost_usd"),
  };
}

/** What the fields say, and which of them hold no number although they should. */
export function inputOf(texts: AgentTexts): {
  readonly input: AgentInput;
  readonly unfit: readonly NumberField[];
} {
  const written = NUMBERS.filter((field) => texts[field].trim() !== "");
  const limits = Object.fromEntries(written.map((field) => [field, readNumber(texts[field])]));
  return {
    input: {
      description: texts.description.trim(),
      instructions: texts.instructions,
      model: orNull(texts.model),
      team: orNull(texts.team),
      tools: [...texts.tools],
      approval_tools: [...texts.approval_tools],
      todo_list: texts.todo_list,
      limits: limits as AgentInput["limits"],
    },
    unfit: written.filter((field) => limits[field] === undefined),
  };
}

/** The agents with one that was just saved: those of the configuration first, then the others by name. */
export function withAgent(list: AgentList, saved: KeptAgent): AgentList {
  const { instructions: _, version, saved_by, saved_at, ...agent } = saved;
  const model = agent.model ?? list.models?.agent ?? null;
  const shown = { ...agent, model, kept: { version, saved_by, saved_at } };
  const others = withoutAgent(list, saved.name).agents;
  const kept = [...others.filter((one) => one.kept !== null), shown];
  kept.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { ...list, agents: [...others.filter((one) => one.kept === null), ...kept] };
}

/** The agents without one that was just deleted. */
export function withoutAgent(list: AgentList, name: string): AgentList {
  return { ...list, agents: list.agents.filter((agent) => agent.name !== name) };
}

const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());

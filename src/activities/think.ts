import type { AgentSettings, KeptAgentSummary } from "../contract/agent.ts";
import type { ModelAnswer, ModelRequest } from "../contract/model.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import { jsonInText } from "../json/json-in-text.ts";
import { validateJson } from "../json/validate-json.ts";
import { planningRequest, reportRequest, type OfferedAgent } from "../llm/goal-requests.ts";
import { replanRequest } from "../llm/replan-request.ts";
import type { ToolMarks } from "../plan/create/create.ts";
import type { Offer, ThoughtAnswer } from "../plan/model/state/thought.ts";
import { startOf } from "../text/cut-text.ts";
import { toModelTool } from "../tools/define-tool.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { OwnActivities } from "./activity-types.ts";
import { keptOnce } from "./artifacts.ts";
import type { KeptAgents } from "./kept-agents.ts";
import { modelTurn, type ModelTurnDeps } from "./model-turn.ts";
import { argumentMistakes, editMistakes } from "./proposed-arguments.ts";

export interface ThinkDeps extends ModelTurnDeps {
  /** Who todos may be given to. */
  readonly agents?: readonly AgentSettings[];
  /** Those that the API keeps; none when absent. */
  readonly keptAgents?: KeptAgents;
  /** Of a plan that the planner is less sure of than this, a person is asked first. */
  readonly minConfidence?: number;
}

type Thinking = Pick<
  OwnActivities,
  "holdpoint.plan_goal" | "holdpoint.report_goal" | "holdpoint.replan"
>;

/** As sure as a planner has to be when nobody says (S1). */
const MIN_CONFIDENCE = 0.7;

/** Turns of a model about a plan. What it answers is data for the plan to judge. */
export function thinkingActivities(registry: ToolRegistry, deps: ThinkDeps): Thinking {
  const { agents = [], minConfidence = MIN_CONFIDENCE } = deps;
  const modelTools = registry.list().map(toModelTool);
  /** Who there is for a model to give todos to: of those that the API keeps, as the turn began. */
  const offered = async (
    about: string,
  ): Promise<{ all: readonly OfferedAgent[]; offer: Offer }> => {
    const own = new Set(agents.map(({ name }) => name));
    const saved = await listedAtFirst(about, deps);
    const kept = saved.filter(({ name }) => !own.has(name));
    const all = [...agents, ...kept];
    const unasked = all.filter((agent) => mayDoUnasked(agent, registry.marks));
    const offer = {
      tools: registry.list().map(({ name }) => name),
      agents: all.map(({ name }) => name),
      teams: [...new Set(all.flatMap(({ team }) => team ?? []))],
      ...(unasked.length > 0 && { unasked: unasked.map(({ name }) => name) }),
    };
    return { all, offer };
  };
  return {
    async "holdpoint.plan_goal"(asked) {
      const { all, offer } = await offered(`goal ${asked.turn}`);
      const answer = await think(planningRequest(asked, modelTools, all), deps);
      return {
        answer,
        offer,
        mistakes: argumentMistakes(answer, offer, registry),
        min_confidence: minConfidence,
      };
    },
    async "holdpoint.report_goal"(asked) {
      return { answer: await think(reportRequest(asked), deps) };
    },
    async "holdpoint.replan"(asked) {
      const { all, offer } = await offered(`replan ${asked.turn}`);
      const answer = await think(replanRequest(asked, modelTools, all), deps);
      return {
        answer,
        offer,
        mistakes: editMistakes(answer, asked.input, offer, registry),
        base_version: asked.input.version,
      };
    },
  };
}

/**
 * The agents that the API keeps, as the first attempt of a turn found them. What an attempt has paid
 * for is found by what was asked, so an agent that is saved between two of them is not asked about twice.
 */
async function listedAtFirst(
  about: string,
  { artifacts, keptAgents }: ThinkDeps,
): Promise<KeptAgentSummary[]> {
  if (keptAgents === undefined) return [];
  const warning = "The agents of a turn could not be kept.";
  return keptOnce(artifacts, `agents ${about}`, () => keptAgents.list(), warning);
}

/** Whether an agent has a tool that nobody can undo and that it need not ask for. */
function mayDoUnasked(
  { tools, approval_tools }: Pick<AgentSettings, "tools" | "approval_tools">,
  { irreversible, approval }: ToolMarks,
): boolean {
  const asks = (tool: string): boolean => approval_tools.includes(tool) || approval.includes(tool);
  return tools.some((tool) => irreversible.includes(tool) && !asks(tool));
}

async function think(request: ModelRequest, deps: ModelTurnDeps): Promise<ThoughtAnswer> {
  const answer = await modelTurn(request, deps);
  const { role, prompt } = request;
  const { model, usage } = answer;
  return {
    call: { role, prompt, model, usage },
    text: startOf(answer.content, LIMITS.draft),
    read: readAnswer(answer),
  };
}

function readAnswer({ content, ended }: ModelAnswer): ThoughtAnswer["read"] {
  if (ended === "refused") return { problem: "refused" };
  if (ended === "length") return { problem: "cut" };
  if (content.trim() === "") return { problem: "empty" };
  const data = jsonInText(content);
  if (data === undefined || validateJson(data) !== null) return { problem: "no_json" };
  return { data };
}

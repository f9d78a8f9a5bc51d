import type { AgentSettings, KeptAgentSummary } from "../contract/agent.ts";
import type { ModelAnswer, ModelRequest } from "../contract/model.ts";
import type { ProblemDetail } from "../contract/problem.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import type { JsonObject } from "../contract/text.ts";
import { jsonInText } from "../json/json-in-text.ts";
import { validateJson } from "../json/validate-json.ts";
import { planningRequest, reportRequest, type OfferedAgent } from "../llm/goal-requests.ts";
import { replanRequest } from "../llm/replan-request.ts";
import type { ToolMarks } from "../plan/create/create.ts";
import type { Offer, ThoughtAnswer } from "../plan/model/state/thought.ts";
import { readDraft } from "../plan/thinking/read-draft.ts";
import { readEdits } from "../plan/thinking/read-edits.ts";
import type { ReplanInput } from "../plan/thinking/replan-input.ts";
import { findReferences } from "../plan/todos/references.ts";
import { toModelTool } from "../tools/define-tool.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { OwnActivities } from "./activity-types.ts";
import { keptOnce } from "./artifacts.ts";
import type { KeptAgents } from "./kept-agents.ts";
import { modelTurn, type ModelTurnDeps } from "./model-turn.ts";

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
/** Of what the tools say against a draft. */
const MOST = 20;

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
  { irreversible }: ToolMarks,
): boolean {
  return tools.some((tool) => irreversible.includes(tool) && !approval_tools.includes(tool));
}

async function think(request: ModelRequest, deps: ModelTurnDeps): Promise<ThoughtAnswer> {
  const answer = await modelTurn(request, deps);
  const { role, prompt } = request;
  const { model, usage } = answer;
  return {
    call: { role, prompt, model, usage },
    text: answer.content.slice(0, LIMITS.draft).toWellFormed(),
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

/** What the tools say against the arguments in a draft; the plan itself says the rest. */
function argumentMistakes(
  { read }: ThoughtAnswer,
  offer: Offer,
  registry: ToolRegistry,
): ProblemDetail[] {
  const drafted = "data" in read ? readDraft(read.data, offer) : { mistakes: [] };
  if ("mistakes" in drafted) return [];
  return drafted.draft.todos
    .flatMap(({ tool_name, tool_params }, place) =>
      checkArguments(registry, tool_name, tool_params, `/todos/${place}/tool_params`),
    )
    .slice(0, MOST);
}

/** The same for operations: one that changes only arguments changes those of the todo's own tool. */
function editMistakes(
  { read }: ThoughtAnswer,
  { plan }: ReplanInput,
  offer: Offer,
  registry: ToolRegistry,
): ProblemDetail[] {
  const drafted = "data" in read ? readEdits(read.data, offer) : { mistakes: [] };
  if ("mistakes" in drafted) return [];
  return drafted.draft.edits
    .flatMap(({ operation: op }, place) => {
      const at = `/edits/${place}/params`;
      if (op.edit_type === "add_todo") {
        const { tool_name, tool_params } = op.params.todo;
        return checkArguments(registry, tool_name, tool_params, `${at}/todo/tool_params`);
      }
      if (op.edit_type !== "modify_todo") return [];
      const { tool_name, tool_params } = op.params.changes;
      if (tool_params === undefined) return [];
      const present = plan.todos.find(({ id }) => id === op.target_id)?.["tool_name"];
      const name = tool_name ?? (typeof present === "string" ? present : null);
      return checkArguments(registry, name, tool_params, `${at}/changes/tool_params`);
    })
    .slice(0, MOST);
}

function checkArguments(
  registry: ToolRegistry,
  tool: string | null | undefined,
  params: JsonObject,
  at: string,
): ProblemDetail[] {
  // A todo of another queue has a tool that is not known here.
  if (tool == null || !registry.list().some(({ name }) => name === tool)) return [];
  const { references } = findReferences(params);
  const open = [...new Set(references.map(({ pointer }) => pointer))];
  return registry
    .check(tool, params, open)
    .map(({ pointer, detail }): ProblemDetail => ({ pointer: `${at}${pointer}`, detail }));
}

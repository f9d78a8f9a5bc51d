import type { AgentSettings } from "../contract/agent.ts";
import type { ModelAnswer, ModelRequest } from "../contract/model.ts";
import type { ProblemDetail } from "../contract/problem.ts";
import { LIMITS } from "../contract/tables/limits.ts";
import { jsonInText } from "../json/json-in-text.ts";
import { validateJson } from "../json/validate-json.ts";
import { planningRequest, reportRequest } from "../llm/goal-requests.ts";
import type { Offer, ThoughtAnswer } from "../plan/model/thought.ts";
import { readDraft } from "../plan/read-draft.ts";
import { findReferences } from "../plan/todos/references.ts";
import { toModelTool, type Tool } from "../tools/define-tool.ts";
import { createToolRegistry, type ToolRegistry } from "../tools/registry.ts";
import type { OwnActivities } from "./activity-types.ts";
import { modelTurn, type ModelTurnDeps } from "./model-turn.ts";

export interface ThinkDeps extends ModelTurnDeps {
  /** Who todos may be given to. */
  readonly agents?: readonly AgentSettings[];
  /** Of a plan that the planner is less sure of than this, a person is asked first. */
  readonly minConfidence?: number;
}

type Thinking = Pick<OwnActivities, "holdpoint.plan_goal" | "holdpoint.report_goal">;

/** As sure as a planner has to be when nobody says (S1). */
const MIN_CONFIDENCE = 0.7;
/** Of what the tools say against a draft. */
const MOST = 20;

/** Turns of a model about a plan's goal. What it answers is data for the plan to judge. */
export function thinkingActivities(tools: readonly Tool[], deps: ThinkDeps): Thinking {
  const { agents = [], minConfidence = MIN_CONFIDENCE } = deps;
  const registry = createToolRegistry(tools);
  const offer: Offer = {
    tools: registry.list().map(({ name }) => name),
    agents: agents.map(({ name }) => name),
    teams: [...new Set(agents.flatMap(({ team }) => team ?? []))],
  };
  return {
    async "holdpoint.plan_goal"(asked) {
      const answer = await think(
        planningRequest(asked, registry.list().map(toModelTool), agents),
        deps,
      );
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
  };
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
    .flatMap(({ tool_name, tool_params }, place) => {
      if (tool_name == null) return [];
      const { references } = findReferences(tool_params);
      const open = [...new Set(references.map(({ pointer }) => pointer))];
      return registry
        .check(tool_name, tool_params, open)
        .map(({ pointer, detail }): ProblemDetail => ({
          pointer: `/todos/${place}/tool_params${pointer}`,
          detail,
        }));
    })
    .slice(0, MOST);
}

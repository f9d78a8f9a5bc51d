import type { AgentSettings } from "../contract/agent.ts";
import type { ModelMessage, ModelRequest, ModelTool } from "../contract/model.ts";
import type { JsonObject } from "../contract/text.ts";
import type { PlanningInput } from "../plan/effects.ts";
import type { DRAFTED_FIELDS } from "../plan/thinking/read-draft.ts";
import type { ReportInput } from "../plan/thinking/report-goal.ts";
import { readPrompt } from "./prompts.ts";

const text = { type: "string" };
const texts = { type: "array", items: text };

/** A todo as models may write it. */
const DRAFTED_TODO: JsonObject = {
  type: "object",
  required: ["id", "title"],
  additionalProperties: false,
  properties: {
    id: text,
    title: text,
    description: text,
    priority: { type: "integer", minimum: 0, maximum: 10 },
    depends_on: texts,
    tool_name: text,
    tool_params: { type: "object" },
    agent_name: text,
    agent_purpose: text,
    expected_output: text,
    estimated_seconds: { type: "number", minimum: 0 },
    timeout_seconds: { type: "integer", minimum: 1 },
    input_request: { type: "object", required: ["question"], properties: { question: text } },
    requires_approval: { type: "boolean" },
    optional: { type: "boolean" },
    review_result: { type: "boolean" },
  } satisfies Record<(typeof DRAFTED_FIELDS)[number], JsonObject>,
};

/** What a planner answers, for servers that make models keep to it. */
const DRAFT: JsonObject = {
  type: "object",
  required: ["intent", "question", "todos"],
  properties: {
    intent: {
      type: "object",
      required: ["type", "confidence"],
      properties: {
        type: text,
        confidence: { type: "number", minimum: 0, maximum: 1 },
        keywords: texts,
        entities: { type: "object" },
      },
    },
    question: { type: ["string", "null"] },
    title: { type: ["string", "null"] },
    strategy: { type: "string", enum: ["sequential", "parallel", "pipeline"] },
    todos: { type: "array", items: DRAFTED_TODO },
  },
};

const REPORT: JsonObject = {
  type: "object",
  required: ["answer", "cites"],
  properties: { answer: text, cites: texts },
};

/** One turn of the planner: a goal, or its own draft with what is wrong in it. */
export function planningRequest(
  asked: { readonly plan_id: string; readonly turn: number; readonly input: PlanningInput },
  tools: readonly ModelTool[],
  agents: readonly OfferedAgent[],
): ModelRequest {
  const { goal, answers, refused } = asked.input;
  const { name, version, text: rules } = readPrompt("planner");
  const offer = offerOf(tools, agents);
  const messages: ModelMessage[] = [
    { role: "system", content: `${rules}\n${JSON.stringify(offer)}` },
    { role: "user", content: JSON.stringify({ goal, ...(answers.length > 0 && { answers }) }) },
    ...repairOf(refused),
  ];
  return {
    turn_key: `${asked.plan_id}/goal/${asked.turn}`,
    role: "planner",
    prompt: { name, version },
    messages,
    answer: { name: "plan", schema: DRAFT },
  };
}

/** Asks for a refused answer again, with what is wrong in it. */
export function repairOf(refused: PlanningInput["refused"]): ModelMessage[] {
  if (refused === null) return [];
  const wrong = JSON.stringify({ mistakes: refused.mistakes });
  return [
    { role: "assistant", content: refused.draft },
    { role: "user", content: `${wrong}\nAnswer with the whole corrected JSON object.` },
  ];
}

/** The turn that writes what came of a goal. */
export function reportRequest(asked: {
  readonly plan_id: string;
  readonly turn: number;
  readonly input: ReportInput;
}): ModelRequest {
  const { name, version, text: rules } = readPrompt("reporter");
  return {
    turn_key: `${asked.plan_id}/goal/${asked.turn}`,
    role: "reporter",
    prompt: { name, version },
    messages: [
      { role: "system", content: rules },
      { role: "user", content: JSON.stringify(asked.input) },
    ],
    answer: { name: "report", schema: REPORT },
  };
}

/** What models are told of an agent. */
export type OfferedAgent = Pick<AgentSettings, "name" | "description" | "team" | "tools">;

/** What there is for todos to be done by, as models are told. */
export function offerOf(
  tools: readonly ModelTool[],
  agents: readonly OfferedAgent[],
): { readonly tools: readonly ModelTool[]; readonly agents: readonly object[] } {
  return {
    tools,
    agents: agents.map(({ name, description, team, tools: used }) => ({
      name,
      description,
      team,
      tools: used,
    })),
  };
}

import type { ModelMessage, ModelRequest, ModelTool } from "../contract/model.ts";
import type { JsonObject } from "../contract/text.ts";
import type { ReplanInput } from "../plan/thinking/replan-input.ts";
import { offerOf, repairOf, type OfferedAgent } from "./goal-requests.ts";
import { readPrompt } from "./prompts.ts";

const EDIT_TYPES = [
  "add_todo",
  "remove_todo",
  "modify_todo",
  "reorder",
  "change_priority",
  "add_dependency",
  "remove_dependency",
];

/** What a model answers that plans anew, for servers that make models keep to it. */
const EDITS: JsonObject = {
  type: "object",
  required: ["summary", "edits"],
  properties: {
    summary: { type: "string" },
    edits: {
      type: "array",
      items: {
        type: "object",
        required: ["edit_type", "reason"],
        properties: {
          edit_type: { type: "string", enum: EDIT_TYPES },
          target_id: { type: "string" },
          params: { type: "object" },
          reason: { type: "string" },
        },
      },
    },
  },
};

/** The turn that plans anew: why, the plan, and its own answer with what is wrong in it. */
export function replanRequest(
  asked: { readonly plan_id: string; readonly turn: number; readonly input: ReplanInput },
  tools: readonly ModelTool[],
  agents: readonly OfferedAgent[],
): ModelRequest {
  const { cause, plan, refused } = asked.input;
  const { name, version, text: rules } = readPrompt("editor");
  const messages: ModelMessage[] = [
    { role: "system", content: `${rules}\n${JSON.stringify(offerOf(tools, agents))}` },
    { role: "user", content: JSON.stringify({ cause, plan }) },
    ...repairOf(refused),
  ];
  return {
    turn_key: `${asked.plan_id}/replan/${asked.turn}`,
    role: "editor",
    prompt: { name, version },
    messages,
    answer: { name: "edits", schema: EDITS },
  };
}

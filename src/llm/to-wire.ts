import type {
  ChatCompletionMessageParam,
  ChatCompletionTool,
} from "openai/resources/chat/completions";
import type { ModelMessage, ModelRequest, ModelTool } from "../contract/model.ts";
import type { WireNames } from "./wire-names.ts";

/** A conversation as the server takes it; where it knows no structured output, with the schema. */
export function toMessages(
  { messages, answer }: ModelRequest,
  names: WireNames,
  structured: boolean,
): ChatCompletionMessageParam[] {
  const said = messages.map((message) => toMessage(message, names));
  if (answer === undefined || structured) return said;
  const content = `Answer with one JSON object and nothing else: no words around it, no code fence. It must fit this JSON Schema:\n${JSON.stringify(answer.schema)}`;
  return [...said, { role: "system", content }];
}

function toMessage(message: ModelMessage, names: WireNames): ChatCompletionMessageParam {
  if (message.role !== "assistant") return message;
  const { content, tool_calls = [] } = message;
  if (tool_calls.length === 0) return { role: "assistant", content };
  return {
    role: "assistant",
    content: content === "" ? null : content,
    tool_calls: tool_calls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: names.toWire(call.name), arguments: call.arguments },
    })),
  };
}

export function toTools(tools: readonly ModelTool[], names: WireNames): ChatCompletionTool[] {
  return tools.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name: names.toWire(name), description, parameters },
  }));
}

import type { ModelAnswer, ModelToolCall } from "../contract/model.ts";
import { english, say, sayAll, sayAt } from "../contract/sentences/sentence.ts";
import type { Json } from "../contract/text.ts";
import { sealedPlaces } from "../json/seals.ts";
import type { ToolRegistry } from "../tools/registry.ts";

/** Of what a tool says against arguments. */
const MOST = 5;

/**
 * What a model answered, with what its tools say against the calls that it wants: nobody is asked about
 * a call that could not be made. What is no JSON, or no tool of this worker's, is said elsewhere.
 */
export function checkCalls(answer: ModelAnswer, tools: ToolRegistry): ModelAnswer {
  if (answer.tool_calls.length === 0) return answer;
  return { ...answer, tool_calls: answer.tool_calls.map((call) => checked(call, tools)) };
}

function checked(call: ModelToolCall, tools: ToolRegistry): ModelToolCall {
  const args = readArguments(call.arguments);
  if (args === undefined || tools.get(call.name) === undefined) return call;
  const mistakes = tools.check(call.name, args, sealedPlaces(args)).slice(0, MOST);
  if (mistakes.length === 0) return call;
  const said = say("arguments_refused", { mistakes: sayAll(mistakes.map((one) => sayAt(one))) });
  return { ...call, refused: english(said) };
}

function readArguments(text: string): Json | undefined {
  try {
    return JSON.parse(text || "{}") as Json;
  } catch {
    return undefined;
  }
}

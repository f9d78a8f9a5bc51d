import type { ModelAnswer, ModelToolCall } from "../contract/model.ts";
import { english, say, sayAll, sayAt } from "../contract/sentences/sentence.ts";
import type { Json } from "../contract/text.ts";
import { sealedPlaces } from "../json/seals.ts";
import { validateJson } from "../json/validate-json.ts";
import type { ToolRegistry } from "../tools/registry.ts";

/** Of what a tool says against arguments. */
const MOST = 5;

/** What is told of a call whose end is missing: that its text is no JSON would lead to the same call again. */
const CUT_OFF =
  "Your answer was cut off because it reached its length limit, so this call is not whole and was not made. Make the answer shorter: fewer calls in one turn, or shorter arguments.";

/**
 * What a model answered, with why calls that it wants cannot be made: its tools say so, or they are not
 * whole. So nobody is asked about them. What else is no JSON, or no tool of this worker's, is said elsewhere.
 */
export function checkCalls(answer: ModelAnswer, tools: ToolRegistry): ModelAnswer {
  if (answer.tool_calls.length === 0) return answer;
  const isCut = answer.ended === "length";
  return { ...answer, tool_calls: answer.tool_calls.map((call) => checked(call, isCut, tools)) };
}

function checked(call: ModelToolCall, isCut: boolean, tools: ToolRegistry): ModelToolCall {
  const args = readArguments(call.arguments);
  if (isCut && (args === undefined || call.arguments === "")) return { ...call, refused: CUT_OFF };
  if (args === undefined || tools.get(call.name) === undefined) return call;
  const mistakes = tools.check(call.name, args, sealedPlaces(args)).slice(0, MOST);
  if (mistakes.length === 0) return call;
  const said = say("arguments_refused", { mistakes: sayAll(mistakes.map((one) => sayAt(one))) });
  return { ...call, refused: english(said) };
}

/** What a call's text says; undefined where it is no JSON, also for what no plan keeps, whatever its depth. */
export function readArguments(text: string): Json | undefined {
  try {
    const args = JSON.parse(text || "{}") as Json;
    return validateJson(args) === null ? args : undefined;
  } catch {
    return undefined;
  }
}

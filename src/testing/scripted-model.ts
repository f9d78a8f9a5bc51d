import type { ModelAnswer, ModelRequest } from "../contract/model.ts";
import type { Json } from "../contract/text.ts";
import type { ModelClient } from "../llm/model-client.ts";

/** One turn of a script: an answer, a text, data (sent as JSON), or what makes one of the request. */
export type ScriptedTurn =
  | string
  | Partial<ModelAnswer>
  | { readonly json: Json }
  | ((request: ModelRequest) => ScriptedTurn | Promise<ScriptedTurn>);

export interface ScriptedModel extends ModelClient {
  /** Every request so far, oldest first. */
  readonly requests: readonly ModelRequest[];
  /** How many turns of the script are left. */
  readonly left: number;
}

/**
 * A model that says what a test wrote, turn by turn, whatever it is asked.
 * It throws when its script is over: a turn that nobody expected fails the test that caused it.
 */
export function createScriptedModel(script: readonly ScriptedTurn[]): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    requests,
    get left() {
      return Math.max(0, script.length - requests.length);
    },
    async turn(request) {
      const turn = script[requests.length];
      requests.push(request);
      if (turn === undefined) {
        throw new Error(
          `The script is over: it has ${script.length} turns, and this is turn ${requests.length} (${request.prompt.name}).`,
        );
      }
      return toAnswer(turn, request);
    },
  };
}

async function toAnswer(turn: ScriptedTurn, request: ModelRequest): Promise<ModelAnswer> {
  if (typeof turn === "function") return toAnswer(await turn(request), request);
  if (typeof turn === "string") return toAnswer({ content: turn }, request);
  if ("json" in turn) return toAnswer({ content: JSON.stringify(turn.json) }, request);
  const { tool_calls = [] } = turn;
  return {
    content: "",
    tool_calls,
    ended: tool_calls.length > 0 ? "tool_calls" : "done",
    model: request.model ?? "scripted",
    usage: { input_tokens: 10, output_tokens: 5, cost_usd: 0.001 },
    ...turn,
  };
}

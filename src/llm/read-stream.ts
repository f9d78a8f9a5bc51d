import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import type { ModelAnswer, ModelToolCall } from "../contract/model.ts";
import { say } from "../contract/sentences/sentence.ts";
import { ModelFailure } from "./model-failure.ts";

/** An answer above this, with its tool calls, is no plan and no text for people. */
export const LONGEST_ANSWER = 2_000_000;
/** No turn takes so many: a server that says so, or that counts in fractions, counts something else. */
const MOST_TOKENS = 100_000_000;
/** Tool calls of one turn. */
const MOST_CALLS = 128;

/** What a stream said, before anything is made of it. */
export interface StreamedTurn {
  readonly content: string;
  readonly tool_calls: readonly ModelToolCall[];
  readonly ended: ModelAnswer["ended"];
  /** Undefined when the server tells none that can be. */
  readonly usage: { readonly input_tokens: number; readonly output_tokens: number } | undefined;
}

/**
 * Reads a streamed answer to its end.
 * @throws ModelFailure when it ends before its end, or does not end.
 */
export async function readStream(
  stream: AsyncIterable<ChatCompletionChunk>,
  onText?: (text: string) => void,
): Promise<StreamedTurn> {
  let content = "";
  let refusal = "";
  let length = 0;
  let finish: string | undefined;
  let usage: StreamedTurn["usage"];
  const calls = new Map<number, { id: string; name: string; arguments: string }>();
  const grow = (piece: unknown): string => {
    const text = typeof piece === "string" ? piece : "";
    length += text.length;
    if (length > LONGEST_ANSWER) throw endless();
    return text;
  };
  for await (const chunk of stream) {
    if (chunk.usage != null) usage = toTokens(chunk.usage) ?? usage;
    const choice = chunk.choices?.[0];
    if (choice === undefined) continue;
    finish = choice.finish_reason ?? finish;
    const { delta } = choice;
    if (delta?.content) {
      content += grow(delta.content);
      onText?.(content);
    }
    refusal += grow(delta?.refusal);
    for (const { index, id, function: called } of delta?.tool_calls ?? []) {
      const call = calls.get(index) ?? { id: "", name: "", arguments: "" };
      calls.set(index, call);
      if (calls.size > MOST_CALLS) throw endless();
      call.id ||= grow(id);
      call.name += grow(called?.name);
      call.arguments += grow(called?.arguments);
    }
  }
  if (finish === undefined) {
    throw brokeOff();
  }
  const isRefused = finish === "content_filter" || (refusal !== "" && content === "");
  const tool_calls = [...calls.values()].map((call, position) => ({
    ...call,
    id: call.id || `call_${position + 1}`,
    name: call.name.toWellFormed(),
    arguments: call.arguments.toWellFormed(),
  }));
  const ended = isRefused
    ? "refused"
    : finish === "length"
      ? "length"
      : tool_calls.length > 0
        ? "tool_calls"
        : "done";
  return {
    content: (isRefused ? refusal || content : content).toWellFormed(),
    tool_calls,
    ended,
    usage,
  };
}

function toTokens(usage: { prompt_tokens?: unknown; completion_tokens?: unknown }) {
  const { prompt_tokens: input, completion_tokens: output } = usage;
  const isCount = (value: unknown): value is number =>
    Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MOST_TOKENS;
  return isCount(input) && isCount(output)
    ? { input_tokens: input, output_tokens: output }
    : undefined;
}

/** Told of an answer that is not there to its end: the next one may be. */
export function brokeOff(): ModelFailure {
  return new ModelFailure(say("model_broke_off"), { type: "api_error", isFinal: false });
}

/** Told of an answer that is longer than any that is read. */
export function endless(): ModelFailure {
  const said = say("model_endless", { most: LONGEST_ANSWER });
  return new ModelFailure(said, { type: "api_error", isFinal: true });
}

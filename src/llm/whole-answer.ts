import { APIError } from "openai";
import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import { say } from "../contract/sentences/sentence.ts";
import type { Json, JsonObject } from "../contract/text.ts";
import { isObject } from "../json/json-object.ts";
import { ModelFailure } from "./model-failure.ts";
import { brokeOff, endless, LONGEST_ANSWER } from "./read-stream.ts";

/** JSON spells a sign with up to six. */
const LONGEST_TEXT = 6 * LONGEST_ANSWER;

/** What a server sends that was asked for a stream and has none: JSON, or a page for people. */
export function wholeTypeOf({ headers }: Response): string | undefined {
  return /^[\w.+-]+\/[\w.+-]*(?:json|html)\b/i.exec(headers.get("content-type") ?? "")?.[0];
}

/**
 * Reads the answer of a server that does not stream, as the only piece of a stream: it was paid for as any other.
 * @throws APIError when the server tells an error with a status of success; ModelFailure when it is no model's answer.
 */
export async function* readWhole(response: Response): AsyncIterable<ChatCompletionChunk> {
  const type = wholeTypeOf(response) ?? "";
  const said = parsed(await textOf(response));
  // JSON that is none was cut short, or is another's mistake that may pass.
  if (said === undefined && type.toLowerCase() === "application/json") throw brokeOff();
  if (said?.["error"] !== undefined) throw errorOf(said["error"], response);
  const choice = Array.isArray(said?.["choices"]) ? said["choices"][0] : undefined;
  const message = isObject(choice) ? choice["message"] : undefined;
  if (!isObject(choice) || !isObject(message)) {
    throw new ModelFailure(say("model_is_none", { type }), { type: "api_error", isFinal: true });
  }
  const calls = Array.isArray(message["tool_calls"]) ? message["tool_calls"].filter(isObject) : [];
  const delta = { ...message, tool_calls: calls.map((call, index) => ({ ...call, index })) };
  const whole = { index: 0, delta, finish_reason: choice["finish_reason"] ?? "stop" };
  yield { ...said, choices: [whole] } as unknown as ChatCompletionChunk;
}

/** An object, an empty one in the place of other JSON; undefined for what is none. */
function parsed(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : {};
  } catch {
    return undefined;
  }
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (text.length > LONGEST_TEXT) throw endless();
  }
  return text + decoder.decode();
}

/** As if the server had answered with the status that it writes into the error, where it does. */
function errorOf(error: Json, { status, headers }: Response): APIError {
  const written = isObject(error) ? error : { message: error };
  const code = Number(written["code"]);
  const meant = code >= 400 && code < 600 ? code : status;
  return APIError.generate(meant, { error: written }, undefined, headers);
}

import { APIError } from "openai";
import type { ChatCompletionChunk } from "openai/resources/chat/completions";
import { z } from "zod";
import { say } from "../contract/sentences/sentence.ts";
import { jsonOf } from "../text/json-of.ts";
import { ModelFailure } from "./model-failure.ts";
import { brokeOff } from "./read-stream.ts";

const AnswerSchema = z.looseObject({
  choices: z.tuple(
    [
      z.looseObject({
        message: z.looseObject({ tool_calls: z.array(z.looseObject({})).nullish() }),
        finish_reason: z.string().nullish(),
      }),
    ],
    z.unknown(),
  ),
});
const ErrorSchema = z.object({
  error: z.union([z.looseObject({}), z.string().transform((message) => ({ message }))]),
});

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
  const said = jsonOf(await response.text());
  // JSON that is none was cut short, or is another's mistake that may pass.
  if (said === undefined && type.toLowerCase() === "application/json") throw brokeOff();
  const failed = ErrorSchema.safeParse(said);
  if (failed.success) throw errorOf(failed.data.error, response);
  const read = AnswerSchema.safeParse(said);
  if (!read.success) {
    throw new ModelFailure(say("model_is_none", { type }), { type: "api_error", isFinal: true });
  }
  const [{ message, finish_reason }] = read.data.choices;
  const calls = message.tool_calls ?? [];
  const delta = { ...message, tool_calls: calls.map((call, index) => ({ ...call, index })) };
  const whole = { index: 0, delta, finish_reason: finish_reason ?? "stop" };
  yield { ...read.data, choices: [whole] } as unknown as ChatCompletionChunk;
}

/** As if the server had answered with the status that it writes into the error, where it does. */
function errorOf(error: Record<string, unknown>, { status, headers }: Response): APIError {
  const code = Number(error["code"]);
  const meant = code >= 400 && code < 600 ? code : status;
  return APIError.generate(meant, { error }, undefined, headers);
}

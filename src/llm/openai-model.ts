import { APIConnectionError, APIConnectionTimeoutError, APIError } from "openai";
import type { ChatCompletionCreateParamsStreaming } from "openai/resources/chat/completions";
import type { ModelAnswer, ModelRequest } from "../contract/model.ts";
import { say } from "../contract/sentences/sentence.ts";
import { startOf } from "../text/cut-text.ts";
import type { ModelClient } from "./model-client.ts";
import { ModelFailure } from "./model-failure.ts";
import { costOf, modelOf, type ModelSettings } from "./model-settings.ts";
import { openAiClient } from "./open-ai-client.ts";
import { brokeOff, readStream, type StreamedTurn } from "./read-stream.ts";
import { toMessages, toTools } from "./to-wire.ts";
import { readWhole, wholeTypeOf } from "./whole-answer.ts";
import { createWireNames, type WireNames } from "./wire-names.ts";

/** Of what a server says about a refusal. */
const LONGEST_REASON = 300;
/** Nobody waits longer than this because a server says so. */
const LONGEST_RETRY_MS = 10 * 60_000;

/** In which of the ways that servers differ a model wants to be asked. */
interface Manner {
  structured: boolean;
  limit: "max_completion_tokens" | "max_tokens";
  usage: boolean;
}

/**
 * Models behind any server that speaks OpenAI's chat completions, asked once per turn: repeats are
 * Temporal's. Where a server refuses structured output, the schema goes into the request and the
 * answer is plain JSON; that refusal costs nothing and is remembered.
 * @param env where the key is; it is given to nobody but the server.
 */
export function createOpenAiModel(
  settings: ModelSettings,
  env: Readonly<Record<string, string | undefined>>,
): ModelClient {
  const { key_variable: variable, base_url: baseURL } = settings;
  const key = variable === null ? "none" : env[variable]?.trim();
  const hide = createHide(variable === null ? undefined : key);
  const manners = new Map<string, Manner>();
  const client = openAiClient(baseURL, key || "none", settings.timeout_seconds * 1_000);

  return {
    async turn(request, options) {
      if (variable !== null && !key) {
        throw new ModelFailure(say("model_without_key", { variable }), FINAL);
      }
      const model = request.model ?? modelOf(settings, request.role);
      const manner = manners.get(model) ?? {
        structured: true,
        limit: "max_completion_tokens",
        usage: true,
      };
      manners.set(model, manner);
      const names = createWireNames((request.tools ?? []).map(({ name }) => name));
      const timer = AbortSignal.timeout(settings.timeout_seconds * 1_000);
      const signal = AbortSignal.any([options.signal, timer]);
      for (;;) {
        const asked = { ...manner };
        let hasBegun = false;
        try {
          const body = toBody(settings, request, model, asked, names);
          const asking = client.chat.completions.create(body, { signal });
          const { data, response } = await asking.withResponse();
          hasBegun = true;
          const pieces = wholeTypeOf(response) === undefined ? data : readWhole(response);
          const turn = await readStream(pieces, (text) => options.onText?.(hide(text)));
          return toAnswer(settings, request, model, turn, names, hide);
        } catch (error) {
          if (options.signal.aborted) throw options.signal.reason;
          if (timer.aborted) throw tooSlow(settings);
          if (!adapt(manner, asked, request, error)) {
            throw toFailure(hasBegun ? brokenOff(error) : error, settings, model, hide);
          }
        }
      }
    },
  };
}

const FINAL = { type: "api_error", isFinal: true } as const;
const PASSING = { type: "api_error", isFinal: false } as const;

function toBody(
  settings: ModelSettings,
  request: ModelRequest,
  model: string,
  { structured, limit, usage }: Manner,
  names: WireNames,
): ChatCompletionCreateParamsStreaming {
  const { answer, tools = [] } = request;
  return {
    model,
    stream: true,
    ...(usage && { stream_options: { include_usage: true } }),
    messages: toMessages(request, names, structured),
    [limit]: settings.max_output_tokens,
    ...(tools.length > 0 && { tools: toTools(tools, names) }),
    ...(answer !== undefined &&
      structured && {
        response_format: { type: "json_schema", json_schema: { ...answer, strict: false } },
      }),
  } as ChatCompletionCreateParamsStreaming;
}

/** Whether the server refused a way of asking for which there is another. */
function adapt(manner: Manner, asked: Manner, request: ModelRequest, error: unknown): boolean {
  if (!(error instanceof APIError) || ![400, 404, 415, 422].includes(error.status ?? 0)) {
    return false;
  }
  const about = `${error.param ?? ""} ${error.message}`;
  if (
    asked.structured &&
    request.answer !== undefined &&
    /response_format|json_schema|structured/i.test(about)
  ) {
    manner.structured = false;
    return true;
  }
  if (asked.limit === "max_completion_tokens" && /max_completion_tokens/.test(about)) {
    manner.limit = "max_tokens";
    return true;
  }
  if (asked.usage && /stream_options|include_usage/.test(about)) {
    manner.usage = false;
    return true;
  }
  return false;
}

function toAnswer(
  settings: ModelSettings,
  request: ModelRequest,
  model: string,
  turn: StreamedTurn,
  names: WireNames,
  hide: (text: string) => string,
): ModelAnswer {
  const tokens = turn.usage ?? countedTokens(request, turn);
  return {
    content: hide(turn.content),
    tool_calls: turn.tool_calls.map((call) => ({
      id: hide(call.id),
      name: names.fromWire(hide(call.name)),
      arguments: hide(call.arguments),
    })),
    ended: turn.ended,
    model,
    usage: { ...tokens, cost_usd: costOf(settings, model, tokens) },
  };
}

/** Of a server that tells no usage: three characters a token, so that limits hold there, too. */
function countedTokens(request: ModelRequest, { content, tool_calls }: StreamedTurn) {
  const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 3);
  const { messages, tools = [] } = request;
  return {
    input_tokens: tokensOf([messages, tools]),
    output_tokens: tokensOf([content, tool_calls]),
  };
}

function tooSlow({ timeout_seconds: seconds }: ModelSettings): ModelFailure {
  return new ModelFailure(say("model_too_slow", { seconds }), { type: "timeout", isFinal: false });
}

/** A connection that was lost in the middle of an answer was there. */
function brokenOff(error: unknown): unknown {
  return error instanceof APIConnectionError ? brokeOff() : error;
}

/** What went wrong, without anything that the server says of the key. */
function toFailure(
  error: unknown,
  settings: ModelSettings,
  model: string,
  hide: (text: string) => string,
): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (error instanceof APIConnectionTimeoutError) return tooSlow(settings);
  if (error instanceof APIConnectionError) {
    return new ModelFailure(say("model_unreachable"), PASSING);
  }
  const status = error instanceof APIError ? error.status : undefined;
  // Also what the server said in the middle of a stream, and what cannot be read.
  if (status === undefined) return brokeOff();
  if (status === 401 || status === 403) {
    return new ModelFailure(say("model_refused_key", { status }), FINAL);
  }
  if (status === 404) return new ModelFailure(say("model_not_there", { model }), FINAL);
  if (status >= 300 && status < 400) {
    return new ModelFailure(say("model_redirects", { status }), FINAL);
  }
  const retryAfterMs = retryAfter((error as APIError).headers);
  if (status === 429) {
    // A quota that is used up is told with the same status and comes back by no waiting.
    const isUsedUp = (error as APIError).code === "insufficient_quota";
    return new ModelFailure(say("model_busy"), { ...PASSING, isFinal: isUsedUp, retryAfterMs });
  }
  if (status >= 500 || status === 408 || status === 409 || status === 425) {
    return new ModelFailure(say("model_server_failed", { status }), { ...PASSING, retryAfterMs });
  }
  const why = startOf(hide((error as APIError).message), LONGEST_REASON);
  return new ModelFailure(say("model_refused_request", { status, why }), FINAL);
}

/** Seconds or a date (RFC 9110), in milliseconds from now. */
function retryAfter(headers: Headers | undefined): number | undefined {
  const said = headers?.get("retry-after")?.trim();
  if (said === undefined || said === "") return undefined;
  const seconds = Number(said);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(said) - Date.now();
  if (!Number.isFinite(ms)) return undefined;
  return Math.min(Math.max(ms, 0), LONGEST_RETRY_MS);
}

/** Takes the key out of a text: a server may say it back. */
function createHide(key: string | undefined): (text: string) => string {
  if (key === undefined || key.length < 4) return (text) => text;
  return (text) => text.replaceAll(key, "[key]");
}

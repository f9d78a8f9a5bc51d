import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { LLMock } from "@copilotkit/aimock";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import type { ModelRequest } from "../../src/contract/model.ts";
import { ModelFailure } from "../../src/llm/model-failure.ts";
import { ModelSettingsSchema } from "../../src/llm/model-settings.ts";
import { createOpenAiModel } from "../../src/llm/openai-model.ts";

const KEY = "hpkey-4c1d0f9a7be2";
const mock = new LLMock({ port: 0 });
beforeAll(() => mock.start());
afterEach(() => {
  mock.reset();
});
afterAll(() => mock.stop());

const request = (words: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  turn_key: `models-wire/${words}`,
  role: "planner",
  prompt: { name: "test", version: "1" },
  messages: [{ role: "user", content: words }],
  ...more,
});

function modelAt(url: string, more: object = {}) {
  const settings = ModelSettingsSchema.parse({
    base_url: `${url}/v1`,
    key_variable: "MODELS_TEST_KEY",
    model: "gpt-4o",
    prices: { "gpt-4o": { input_per_million: 2, output_per_million: 10 } },
    ...more,
  });
  return createOpenAiModel(settings, { MODELS_TEST_KEY: KEY });
}
const ask = (asked: ModelRequest, more: object = {}) =>
  modelAt(mock.url, more).turn(asked, { signal: new AbortController().signal });

/** How a turn fails. */
async function failureOf(turn: Promise<unknown>): Promise<ModelFailure> {
  const failure = await turn.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(ModelFailure);
  return failure as ModelFailure;
}

test("an answer comes with what it used and what that costs", async () => {
  mock.onMessage("hello", {
    content: "Good day.",
    usage: { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 },
  });
  expect(await ask(request("hello"))).toEqual({
    content: "Good day.",
    tool_calls: [],
    ended: "done",
    model: "gpt-4o",
    usage: { input_tokens: 1_000, output_tokens: 200, cost_usd: 0.004 },
  });
});

test("each role has the model that the configuration names for it", async () => {
  mock.onMessage("who", { content: "me" });
  const roles = { reporter: "gpt-4o-mini" };
  expect((await ask(request("who"), { roles })).model).toBe("gpt-4o");
  expect((await ask(request("who", { role: "reporter" }), { roles })).model).toBe("gpt-4o-mini");
  expect(mock.getRequests().map(({ body }) => (body as { model: string }).model)).toEqual([
    "gpt-4o",
    "gpt-4o-mini",
  ]);
});

test("a model without a price in the table costs nobody knows what", async () => {
  mock.onMessage("hello", { content: "hi" });
  expect((await ask(request("hello"), { prices: {} })).usage.cost_usd).toBeNull();
});

test("data is asked for by its schema", async () => {
  mock.onMessage("plan", { content: '{"steps":["boil"]}' });
  const schema = { type: "object", properties: { steps: { type: "array" } } };
  const { content } = await ask(request("plan", { answer: { name: "plan", schema } }));
  expect(JSON.parse(content)).toEqual({ steps: ["boil"] });
  expect(mock.getLastRequest()?.body).toMatchObject({
    response_format: { type: "json_schema", json_schema: { name: "plan", schema } },
  });
});

test("a server that knows no structured output is asked for plain JSON, and remembered", async () => {
  mock.onMessage("plan", { content: '{"steps":[]}' });
  const model = modelAt(mock.url);
  const signal = new AbortController().signal;
  const asked = request("plan", { answer: { name: "plan", schema: { type: "object" } } });
  mock.nextRequestError(400, {
    message: "response_format of type json_schema is not supported",
    type: "invalid_request_error",
  });
  expect((await model.turn(asked, { signal })).content).toBe('{"steps":[]}');
  expect((await model.turn(asked, { signal })).content).toBe('{"steps":[]}');
  const bodies = mock.getRequests().map(({ body }) => body as unknown as Record<string, unknown>);
  expect(bodies.map((body) => "response_format" in body)).toEqual([true, false, false]);
  expect(JSON.stringify(bodies[1]!["messages"])).toContain("JSON Schema");
});

test("a server that has another word for the answer's length is asked with that", async () => {
  mock.onMessage("hello", { content: "hi" });
  mock.nextRequestError(400, { message: "Unknown parameter: max_completion_tokens" });
  expect((await ask(request("hello"))).content).toBe("hi");
  expect(mock.getLastRequest()?.body).toMatchObject({ max_tokens: 16_000 });
});

test("tool calls come with the names that we know, also where servers take no dots", async () => {
  mock.onMessage("look", {
    toolCalls: [{ name: "files_read", arguments: '{"path":"a"}', id: "call_7" }],
  });
  const parameters = { type: "object", properties: {} };
  const { tool_calls, ended } = await ask(
    request("look", {
      tools: [
        { name: "files.read", description: "Reads", parameters },
        { name: "files-read", description: "Another", parameters },
      ],
    }),
  );
  expect(ended).toBe("tool_calls");
  expect(tool_calls).toEqual([{ id: "call_7", name: "files.read", arguments: '{"path":"a"}' }]);
  const body = JSON.stringify(mock.getLastRequest()?.body);
  expect(body).toContain('"files_read"');
  expect(body).not.toContain('"files.read"');
});

test("a refusal and an answer that ran out of room are told apart from answers", async () => {
  mock.onMessage("bomb", { content: "", finishReason: "content_filter" });
  mock.onMessage("long", { content: "and then", finishReason: "length" });
  expect((await ask(request("bomb"))).ended).toBe("refused");
  expect((await ask(request("long"))).ended).toBe("length");
});

test("too many requests are waited out for as long as the server says", async () => {
  mock.onMessage("hello", { error: { message: "slow down" }, status: 429, retryAfter: 7 });
  const { how, message } = await failureOf(ask(request("hello")));
  expect(how).toEqual({ type: "api_error", isFinal: false, retryAfterMs: 7_000 });
  expect(message).toBe("The model's server has too many requests (HTTP 429).");
});

test.each([
  [400, true],
  [401, true],
  [403, true],
  [404, true],
  [500, false],
  [503, false],
])("HTTP %i: asking again is of no use: %s", async (status, isFinal) => {
  mock.nextRequestError(status, { message: `Incorrect API key provided: ${KEY}` });
  const { how, message } = await failureOf(ask(request("hello")));
  expect(how).toMatchObject({ type: "api_error", isFinal });
  expect(message).not.toContain(KEY);
});

test("a server that says the key back does not get it into an answer", async () => {
  mock.onMessage("hello", { content: `Your key is ${KEY}.` });
  expect((await ask(request("hello"))).content).toBe("Your key is [key].");
});

test("a turn that takes too long ends as a timeout", async () => {
  mock.onMessage("hello", { content: "late" }, { latency: 5_000 });
  const { how } = await failureOf(ask(request("hello"), { timeout_seconds: 1 }));
  expect(how).toEqual({ type: "timeout", isFinal: false });
});

test("a turn that is called off is called off at the server, too", async () => {
  mock.onMessage("hello", { content: "late" }, { latency: 5_000 });
  const controller = new AbortController();
  const turn = modelAt(mock.url).turn(request("hello"), { signal: controller.signal });
  controller.abort(new Error("cancelled"));
  await expect(turn).rejects.toThrow("cancelled");
});

test("a stream that is cut in the middle is no answer", async () => {
  mock.onMessage(
    "hello",
    { content: "This is a long answer that is never said to its end." },
    { chunkSize: 4, truncateAfterChunks: 4, latency: 20 },
  );
  const { how, message } = await failureOf(ask(request("hello")));
  expect(how).toMatchObject({ type: "api_error", isFinal: false });
  expect(message).toContain("broke its answer off");
});

test("what is no JSON on the wire is no answer", async () => {
  mock.onMessage("hello", { content: "hi" }, { chaos: { malformedRate: 1 } });
  expect((await failureOf(ask(request("hello")))).how.isFinal).toBe(false);
});

test("a server that is not there is asked again later", async () => {
  const turn = modelAt("http://127.0.0.1:1").turn(request("hello"), {
    signal: new AbortController().signal,
  });
  expect((await failureOf(turn)).message).toBe("The model's server cannot be reached.");
});

test("without its key nobody is asked, and the variable is named", async () => {
  const settings = ModelSettingsSchema.parse({
    base_url: `${mock.url}/v1`,
    key_variable: "NOT_SET_HERE",
    model: "gpt-4o",
  });
  const turn = createOpenAiModel(settings, {}).turn(request("hello"), {
    signal: new AbortController().signal,
  });
  const { how, message } = await failureOf(turn);
  expect(how.isFinal).toBe(true);
  expect(message).toContain("NOT_SET_HERE");
  expect(mock.getRequests()).toEqual([]);
});

test("an answer without an end is not read to its end", async () => {
  const server = await endlessServer();
  const turn = modelAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).turn(
    request("hello"),
    { signal: new AbortController().signal },
  );
  const { how, message } = await failureOf(turn);
  expect(how.isFinal).toBe(true);
  expect(message).toContain("longer than 2000000 characters");
});

test("a server that tells no usage is counted by characters, so that limits hold", async () => {
  const server = await listen((write) => {
    write({ choices: [{ index: 0, delta: { content: "a".repeat(300) } }] });
    write({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { usage } = await modelAt(url).turn(request("hello"), {
    signal: new AbortController().signal,
  });
  expect(usage.output_tokens).toBeGreaterThanOrEqual(100);
  expect(usage.cost_usd).toBeGreaterThan(0);
});

const endlessServer = () =>
  listen(async (write) => {
    for (let count = 0; count < 300; count += 1) {
      write({ choices: [{ index: 0, delta: { content: "x".repeat(10_000) } }] });
      await new Promise((resolve) => setImmediate(resolve));
    }
  });

/** A server that streams what a test writes. */
async function listen(
  answer: (write: (chunk: object) => void) => void | Promise<void>,
): Promise<Server> {
  const server = createServer((asked, response) => {
    asked.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    void (async () => {
      await answer((chunk) => void response.write(`data: ${JSON.stringify(chunk)}\n\n`));
      response.end("data: [DONE]\n\n");
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return server;
}
